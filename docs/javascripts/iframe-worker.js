// Pages opened from disk may not start workers: there the search runs in a hidden frame instead.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe"), script = document.createElement("script");
      frame.hidden = true;
      document.documentElement.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      script.src = url;
      this.started = new Promise(resolve => script.onload = resolve);
      this.postMessage = data => this.started.then(
        () => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
      frame.contentDocument.head.append(script);
    }
  };

# The service in a container, warm from the first request: docker build -t multiplane . && docker run -p 8000:8000 multiplane
# It listens for other machines, so that it asks for a token: MULTIPLANE_TOKEN, or the one that it prints.
FROM python:3.12-slim
COPY . /src
RUN pip install --no-cache-dir "/src[web]" && rm -rf /src
RUN useradd --create-home multiplane
USER multiplane
RUN multiplane warm parse
EXPOSE 8000
ENTRYPOINT ["multiplane", "serve", "--host", "0.0.0.0"]

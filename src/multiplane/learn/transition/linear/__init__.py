"""The linear transition scorer: hashed features, averaged perceptron, greedy with dynamic oracles or with a beam."""

"""Support vector machines, as the papers used them: LIBLINEAR and LIBSVM learn the static oracle's decisions.

Training needs scikit-learn, the extra ``svm``; parsing does not.
"""

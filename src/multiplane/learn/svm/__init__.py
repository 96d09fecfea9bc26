"""Support vector machines, as the papers used them: LIBLINEAR and LIBSVM learn the static oracle's decisions.

Training needs scikit-learn, the extra ``svm``; parsing does not.
"""

from multiplane.learn.svm.model import LibsvmModel
from multiplane.learn.svm.trainer import SvmTrainer

__all__ = ["LibsvmModel", "SvmTrainer"]

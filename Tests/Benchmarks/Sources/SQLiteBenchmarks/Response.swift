import CModelSQLite
import Foundation
import ModelRuntime
import ModelSQLite

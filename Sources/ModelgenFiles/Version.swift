/// The version of modelgen. It is written here and nowhere else: `make release VERSION=…` and the bundle read it.
package let modelgenVersion = "0.1.0"

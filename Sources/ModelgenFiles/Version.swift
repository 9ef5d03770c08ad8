/// The version of modelgen. This is the only place: `make release VERSION=…` and the bundle read it here.
package let modelgenVersion = "0.1.0"

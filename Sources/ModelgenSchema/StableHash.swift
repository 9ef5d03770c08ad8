import ModelStoredForms

/// The FNV-1a hash of some bytes as 16 hexadecimal digits.
///
/// It is stored in files that users check in, such as locks, so it must never change. It protects against accidents,
/// not against attackers.
package func stableHash(_ bytes: some Sequence<UInt8>) -> String {
    String(fnv1a(bytes), radix: 16).zeroPadded(to: 16)
}

extension StoredForm {
    /// The form of what was written in this form, and of what is written in a later one that reads it.
    package func widened(to later: StoredForm) -> StoredForm {
        let parts = renamingCases(as: later).parts
        var form = later
        for (place, part) in later.parts where parts[place] == nil && !part.type.hasSuffix("?") {
            // Older documents have it elsewhere, or lack the whole object. A case of a union is never required.
            let isMoved = part.otherPlaces.contains { parts[ExactText($0)] != nil }
            let isInNewObject = later.container(of: place).map { parts[$0] == nil } ?? false
            if !isMoved, !isInNewObject, !place.text.utf8.suffix(1).elementsEqual(")".utf8) {
                form.parts[place]?.type += "?"
            }
        }
        for (place, part) in parts {
            guard let now = later.parts[place] else {
                // Only older documents have it there, unless the later type contains anything.
                if later.type(at: place) == nil {
                    form.parts[place] = part
                    form.parts[place]?.isRequired = false
                }
                continue
            }
            if part.type.hasSuffix("?"), !now.type.hasSuffix("?") { form.parts[place]?.type += "?" }
        }
        return form
    }
}

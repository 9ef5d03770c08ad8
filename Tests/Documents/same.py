"""Counts the declarations that are equal in two folders of models, ignoring comments.

    same.py FOLDER FOLDER
"""
import re
import sys
from pathlib import Path


def declarations(folder):
    found, section, name = {}, "", ""
    for file in sorted(Path(folder).glob("*.model.yaml")):
        for line in file.read_text().splitlines():
            if line.lstrip().startswith("#") or not line.strip():
                continue
            line = line.split("  # ")[0].rstrip()
            if match := re.match(r"(\S[^:]*):", line):
                section, name = match[1], match[1]
            elif match := re.match(r"  (\S[^:]*):", line):
                name = f"{section}.{match[1]}" if section != "api" else section
            if name not in ("models", "enums"):
                found.setdefault((file.name, name), []).append(line)
    return found


first, second = declarations(sys.argv[1]), declarations(sys.argv[2])
same = [key for key in first if second.get(key) == first[key]]
other = [key for key in first if second.get(key) != first[key]]
print(f"    imported, exported and imported again: {len(same)} of {len(first)} declarations are the same")
if other:
    print("      not: " + ", ".join(f"{name} ({file})" for file, name in other[:5]) + (", …" if len(other) > 5 else ""))

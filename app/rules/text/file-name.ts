const LONGEST = 100
/** Path separators, what file systems refuse, and characters that reorder or hide text. */
const REFUSED = /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\uFEFF\uFFFD<>:"|?*]/gu

/**
 * A safe name for showing and saving a file: the last part of a path, without control characters and invisible or
 * bidirectional ones, at most 100 characters, with the extension of its real type. `fallback` where nothing is left.
 * Source: *ours*.
 */
export function cleanFileName(name: string, { extension, fallback }: { extension: string; fallback: string }): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const words = last.replace(REFUSED, '').replace(/\s+/g, ' ').trim()
  const stem = words.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/^[. ]+|[. ]+$/g, '')
  const shortened = [...stem]
    .slice(0, LONGEST - extension.length - 1)
    .join('')
    .trim()
  return `${shortened || fallback}.${extension}`
}

/** The name under which a file is stored. An id may begin with a dash, a file's name may not. */
export function attachmentKey(id: string, extension: string): string {
  return `attachments/file-${id}.${extension}`
}

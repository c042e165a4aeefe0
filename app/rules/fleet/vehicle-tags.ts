import { foldText } from '#app/rules/text/digits.ts'

/** The most tags that a vehicle has, the most characters of one, and the most different ones of a company. Source: *ours* (issue 19). */
export const TAGS_MAX = 10
export const TAG_LENGTH = 30
export const COMPANY_TAGS_MAX = 100
/** The longest text that tags are typed in. */
export const TAGS_LENGTH = 400

/** Tags that differ in case, digits or spaces alone are one. */
export function tagKey(tag: string): string {
  return foldText(tag)
}

/** The tags of a text, which commas or lines divide, each once, as they are spelled first. */
export function tagsIn(text: string): string[] {
  const tags = text.split(/[,،;؛\n]/).map((tag) => tag.replace(/\s+/g, ' ').trim())
  return differentTags(tags)
}

/** The tags with each once, in their order; the first spelling counts. */
function differentTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags) {
    const key = tagKey(tag)
    if (key !== '' && !seen.has(key)) seen.set(key, tag)
  }
  return [...seen.values()]
}

/** The tags as the company spells them already, if it has them. */
export function spelledAs(known: readonly string[], tags: readonly string[]): string[] {
  const spelling = new Map(known.map((tag) => [tagKey(tag), tag]))
  return tags.map((tag) => spelling.get(tagKey(tag)) ?? tag)
}

/** The tags after some were taken away and others added, which stand last. */
export function changedTags(
  before: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] {
  const removed = new Set(remove.map(tagKey))
  return differentTags([...before.filter((tag) => !removed.has(tagKey(tag))), ...add])
}

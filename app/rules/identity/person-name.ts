/** Whether a text can be a person's name: two letters or more, of any script. Source: *ours*. */
export function isPersonName(text: string): boolean {
  return (text.match(/\p{L}/gu) ?? []).length >= 2
}

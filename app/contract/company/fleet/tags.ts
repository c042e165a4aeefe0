import type { z } from 'zod'
import { optionalLines } from '#app/contract/shapes/text.ts'
import { TAG_LENGTH, TAGS_LENGTH, TAGS_MAX, tagsIn } from '#app/rules/fleet/vehicle-tags.ts'

/** Tags as people type them, divided by commas or lines; `tagsIn` reads them. */
export const TagsText = optionalTags(TAGS_LENGTH, TAGS_MAX)

/** The same for more tags than one vehicle has. */
export function optionalTags(length: number, most: number) {
  return optionalLines(length).superRefine((text, context) => {
    if (text === undefined) return
    const tags = tagsIn(text)
    if (tags.some((tag) => tag.length > TAG_LENGTH)) tooMany(context, TAG_LENGTH, 'tag_length')
    if (tags.length > most) tooMany(context, most, 'too_many_tags')
  })
}

function tooMany(context: z.RefinementCtx, maximum: number, message: string) {
  context.addIssue({ code: 'too_big', origin: 'string', maximum, input: undefined, message })
}

import { z } from 'zod'
import { about, limited, ownedBy, signedIn } from '#app/contract/call/base.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

/**
 * The kinds of files that can be uploaded, by content. Other kinds of pictures are refused in chats (§5) and tickets.
 */
export const ATTACHMENT_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const

/** A file in a message: a re-encoded picture, or a PDF. */
export const Attachment = z.object({
  id: PublicId,
  /** Its address, for people who may read it: `readAttachment`. */
  file: z.url(),
  name: z.string(),
  type: z.enum(ATTACHMENT_TYPES),
  /** In bytes. */
  size: z.int(),
  /** The size of a picture, in pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type Attachment = z.infer<typeof Attachment>

const file = z.object({ file: z.file({ error: 'required' }) })

/** The limit of one account, for tickets and chats together. Source: *ours*. */
const UPLOADS = { bucket: 'upload', most: 60, seconds: HOUR_SECONDS }

export const uploads = {
  uploadTicketFile: signedIn
    .meta(limited(signedIn, UPLOADS))
    .route({
      method: 'POST',
      path: '/upload/files/ticketing/',
      summary:
        'Upload a file for a ticket: multipart, at most 10 MB, jpeg, png or PDF; unsent it is removed after a day',
      tags: ['support'],
      successStatus: 201,
    })
    .input(file)
    .output(Attachment),
  uploadChatFile: signedIn
    .meta(limited(signedIn, UPLOADS))
    .route({
      method: 'POST',
      path: '/upload/attachment/chat/',
      summary:
        'Upload a file for a chat message: multipart, at most 10 MB, jpeg, png or PDF; unsent it is removed after a day',
      tags: ['support'],
      successStatus: 201,
    })
    .input(file)
    .output(Attachment),
  readAttachment: about(ownedBy('CUSTOMER', 'COMPANY', 'OPERATOR'), 'attachment')
    .route({
      method: 'GET',
      path: '/upload/attachment/{id}/',
      summary: 'An uploaded file, for whoever uploaded it and whoever reads its conversation (ours)',
      tags: ['support'],
    })
    .input(z.object({ id: PublicId }))
    .output(z.file()),
}

import { z } from 'zod'
import { limited, ownedBy, signedIn } from '#app/contract/call/base.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'

/** What an uploaded file can be, by its content. Pictures of other kinds are refused: chat takes no more (§5), and tickets the same. */
export const ATTACHMENT_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const

/** A file that goes with a message: a picture that we encoded anew, or a PDF. */
export const Attachment = z.object({
  id: PublicId,
  /** Where it is read, with the token of somebody who may: `readAttachment`. */
  file: z.url(),
  name: z.string(),
  type: z.enum(ATTACHMENT_TYPES),
  /** In bytes. */
  size: z.int(),
  /** Of a picture, in pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type Attachment = z.infer<typeof Attachment>

const file = z.object({ file: z.file({ error: 'required' }) })

/** Of one account, for tickets and chats together. Source: *ours*. */
const UPLOADS = { bucket: 'upload', most: 60, seconds: 3600 }

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
  readAttachment: ownedBy('CUSTOMER', 'COMPANY', 'OPERATOR')
    .route({
      method: 'GET',
      path: '/upload/attachment/{id}/',
      summary: 'An uploaded file, for whoever uploaded it and whoever reads its conversation (ours)',
      tags: ['support'],
    })
    .input(z.object({ id: PublicId }))
    .output(z.file()),
}

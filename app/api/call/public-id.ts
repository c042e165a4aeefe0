import { randomBytes } from 'node:crypto'

/** A new unguessable id: 128 random bits in 22 URL-safe characters (decisions.md, "Identity and access"). */
export function publicId(): string {
  return randomBytes(16).toString('base64url')
}

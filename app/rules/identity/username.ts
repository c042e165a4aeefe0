import { USERNAME_LENGTH } from '../constants.ts'

/** Whether a username is 3 to 30 Latin letters, digits or underscores (§5). */
export function isUsername(text: string): boolean {
  return /^[A-Za-z0-9_]+$/.test(text) && text.length >= USERNAME_LENGTH.min && text.length <= USERNAME_LENGTH.max
}

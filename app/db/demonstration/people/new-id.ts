import { randomBytes } from 'node:crypto'

/** A random id as everybody's are. */
export const newId = () => randomBytes(16).toString('base64url')

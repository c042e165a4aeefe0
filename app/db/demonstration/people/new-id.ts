import { randomBytes } from 'node:crypto'

/** A random id in the form of all public ids. */
export const newId = () => randomBytes(16).toString('base64url')

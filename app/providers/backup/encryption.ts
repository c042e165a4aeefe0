import { Readable } from 'node:stream'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'

/** A key of backups is no such key, or another one than the backup was made with. */
export class BackupKeyError extends Error {}

const SECRET = 'AGE-SECRET-KEY-1'

/** Whether a key can also decrypt: with the public half alone, a server that is broken into gives no old backup away. */
export function canDecrypt(key: string): boolean {
  return key.startsWith(SECRET)
}

/**
 * Encrypts in the format of age (age-encryption.org), in chunks that are authenticated one by one and as a whole.
 * @param key a secret key, or its public half (`age1…`)
 */
export async function encrypt(bytes: AsyncIterable<Uint8Array>, key: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(canDecrypt(key) ? await identityToRecipient(key) : key)
  return readableOf(await encrypter.encrypt(webStream(bytes)))
}

/**
 * Decrypts. The stream fails where the file was changed or ends too early.
 * @throws BackupKeyError if it was encrypted for another key, or this one cannot decrypt
 */
export async function decrypt(bytes: AsyncIterable<Uint8Array>, key: string): Promise<Readable> {
  if (!canDecrypt(key)) throw new BackupKeyError(`To read a backup, BACKUP_KEY must be the secret key (${SECRET}…).`)
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  try {
    return readableOf(await decrypter.decrypt(webStream(bytes)))
  } catch (cause) {
    if (!/no identity matched/i.test(String(cause))) throw cause
    throw new BackupKeyError('The backup was encrypted for another key than BACKUP_KEY.', { cause })
  }
}

function webStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>
}

function readableOf(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as import('node:stream/web').ReadableStream)
}

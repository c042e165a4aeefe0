import type { Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'

/** A stored file as a call answers it. Throws NOT_FOUND if the store has lost it. */
export async function readFile(
  { files }: Pick<Deps, 'files'>,
  { file_key, name, type }: { file_key: string; name: string; type: string },
): Promise<File> {
  const bytes = await files.get(file_key)
  if (!bytes) throw errors.NOT_FOUND()
  return new File([new Uint8Array(bytes)], name, { type })
}

/** A file that was chosen in a form and has not been uploaded yet. */
export interface KeptFile {
  id: number
  /** The address of its form. */
  form: string
  /** The field in which it was chosen. */
  field: string
  file: File
  /** Of the file as it was chosen; missing where the browser cannot compute it. */
  sha256: string | undefined
  at: number
}

const DATABASE = 'kept-files'
const STORE = 'files'
const WEEK_MS = 7 * 86_400_000

/** Stores a file on this device, across reloads and without a network, for at most a week. Rejects when the browser stores nothing. */
export async function keepFile(file: Omit<KeptFile, 'id'>): Promise<void> {
  await inStore('readwrite', (store) => store.add(file))
}

/** The stored files of a form, in the order in which they were chosen; empty when the browser stores nothing. */
export async function keptFiles(form: string): Promise<KeptFile[]> {
  const all = await inStore('readonly', (store) => store.getAll()).catch(() => [])
  const kept = all as KeptFile[]
  const isOld = ({ at }: KeptFile) => at < Date.now() - WEEK_MS
  await Promise.all(kept.filter(isOld).map(({ id }) => removeFile(id)))
  return kept.filter((one) => one.form === form && !isOld(one))
}

/** Deletes a kept file from IndexedDB. */
export async function removeFile(id: number): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id))
}

/** Deletes all stored files, at the sign-out. */
export function forgetFiles(): void {
  indexedDB.deleteDatabase(DATABASE)
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true })
  const database = await answerOf(opening)
  try {
    return await answerOf(act(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    // An open connection would block the deletion.
    database.close()
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

import { useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { PhotoStatus, RefusedPhoto } from './kept-photos.live.ts'

export type KeptStatus = PhotoStatus | { key: 'autosave' | 'offline' | 'restored' | 'pressWaits' }

const WAITS: readonly KeptStatus['key'][] = ['offline', 'pressWaits', 'photosWait']

/** Says what of a form is kept on this device and what has arrived, with a button to try again while something waits. */
export function KeptNote({ status, onAgain }: { status: KeptStatus; onAgain: () => void }) {
  const t = useText('protocol')
  const common = useText('common')
  const doesWait = WAITS.includes(status.key)
  const text = () => {
    if (status.key === 'refusedPhoto') return null
    if (status.key === 'photosWait') return t('photosWait', { n: status.n })
    return 'name' in status ? t(status.key, { name: status.name }) : t(status.key)
  }
  return (
    <div aria-live="polite" className="held">
      <Note kind={doesWait || status.key === 'refusedPhoto' ? 'warn' : 'info'}>
        {status.key === 'refusedPhoto' ? (
          status.photos.map((photo) => <Refused key={photo.name} photo={photo} />)
        ) : (
          <p>{text()}</p>
        )}
        {doesWait && (
          <button type="button" className="btn btn-s" onClick={onAgain}>
            {common('error.again')}
          </button>
        )}
      </Note>
    </div>
  )
}

function Refused({ photo: { name, reason } }: { photo: RefusedPhoto }) {
  const t = useText('protocol')
  const errors = useText('errors')
  // The file's name stands before its message already.
  const message = reason.key === 'of_file' ? reason.values?.message : undefined
  return <p>{t('refusedPhoto', { name, reason: String(message ?? errors.loose(reason.key, reason.values)) })}</p>
}

import { useEffect, useRef, useState } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { voucherIdIn } from '#app/rules/reservation/voucher-address.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { useHydrated } from '#app/ui/form/form.tsx'
import { Note } from '#app/ui/page/note.tsx'

/** The browser's API, which TypeScript's types lack. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector
  }
}

const LOOK_MS = 250

/**
 * Scans the QR code of a voucher with the camera and opens its reservation; renders nothing if the browser cannot scan.
 */
export function VoucherScanner() {
  const t = useText('protocol')
  const { language } = useLanguage()
  const [state, setState] = useState<'idle' | 'looking' | 'refused'>('idle')
  const video = useRef<HTMLVideoElement>(null)
  const isPossible = useHydrated() && window.BarcodeDetector !== undefined
  useEffect(() => {
    if (state !== 'looking') return
    return look(video.current, {
      // An address that only shows a voucher does not name its reservation: the page finds it.
      found: (id) => location.assign(pathIn(language, `/desk/find?q=${encodeURIComponent(`/voucher/${id}`)}`)),
      refused: () => setState('refused'),
    })
  }, [state, language])
  if (!isPossible) return null
  return (
    <div className="stack">
      {state === 'refused' && <Note kind="warn">{t('scan.refused')}</Note>}
      <div>
        <button type="button" className="btn btn-go" onClick={() => setState(state === 'looking' ? 'idle' : 'looking')}>
          <Icon name="camera" />
          {t(state === 'looking' ? 'scan.stop' : 'scan.start')}
        </button>
      </div>
      {state === 'looking' && <video ref={video} className="camera" muted playsInline aria-label={t('scan.video')} />}
    </div>
  )
}

/** Looks for a voucher in the camera's picture until one is found; returns a function that stops it. */
function look(
  video: HTMLVideoElement | null,
  { found, refused }: { found: (id: string) => void; refused: () => void },
): () => void {
  if (!video || !window.BarcodeDetector) return () => undefined
  const detector = new window.BarcodeDetector({ formats: ['qr_code'] })
  let stream: MediaStream | undefined
  let isStopped = false
  let timer: ReturnType<typeof setTimeout>
  const next = async () => {
    const codes = await detector.detect(video).catch(() => [])
    const id = codes.map(({ rawValue }) => voucherIdIn(rawValue)).find((one) => one !== undefined)
    if (isStopped) return
    if (id) found(id)
    else timer = setTimeout(next, LOOK_MS)
  }
  navigator.mediaDevices
    .getUserMedia({ video: { facingMode: 'environment' } })
    .then(async (opened) => {
      stream = opened
      if (isStopped) return stop()
      video.srcObject = opened
      await video.play()
      await next()
    })
    .catch(refused)
  return stop

  function stop() {
    isStopped = true
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
}

import { useEffect, useRef, useState } from 'react'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** How many links of a desk's menu have a key. */
const KEYS = 7

/** The access key of the link at this place in a menu. */
export function keyAt(index: number): string | undefined {
  return index < KEYS ? String(index + 1) : undefined
}

/** A key beside its link. Screen readers announce access keys themselves. */
export function Key({ of }: { of: string | undefined }) {
  const { language } = useLanguage()
  if (!of) return null
  return (
    <span className="key" aria-hidden="true">
      {localDigits(of, language).toUpperCase()}
    </span>
  )
}

/** With scripts, the keys work without Alt; the button switches that off and on. */
export function DeskKeys() {
  const t = useText('shell')
  // Undefined until the browser's choice is known, and for good without scripts.
  const [isOff, setOff] = useState<boolean>()
  const off = useRef(false)
  const keys = useRef<typeof import('./desk-keys.live.ts')>(undefined)
  useEffect(() => {
    const started = import('./desk-keys.live.ts').then((loaded) => {
      keys.current = loaded
      off.current = loaded.areKeysOff()
      setOff(off.current)
      return loaded.listenForKeys(() => off.current)
    })
    return () => void started.then((end) => end())
  }, [])
  if (isOff === undefined) return null
  const turn = () => {
    off.current = !isOff
    keys.current?.switchKeys(!isOff)
    setOff(!isOff)
  }
  return (
    <button type="button" className="btn btn-s btn-bare" aria-pressed={!isOff} onClick={turn}>
      {t(isOff ? 'keys.on' : 'keys.off')}
    </button>
  )
}

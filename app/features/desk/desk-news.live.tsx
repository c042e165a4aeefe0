import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { useHydrated } from '#app/ui/form/form.tsx'
import { type DeskEvent, listenToDesk } from './desk-socket.live.ts'

const SOUND_KEY = 'desk-sound'
const BEEP = { hertz: 880, seconds: 0.15, loudness: 0.1 }
/** News that come together are read as one; so often is the page read anew at most. */
const GATHER_MS = { work: 1000, inbox: 3000 } as const

/**
 * What comes to the desk shows by itself, is counted in the page's title until somebody looks, and is said to screen
 * readers; a sound only where it was switched on. Nothing without scripts: the page says of when it is.
 */
export function DeskNews({ ticketPath, event }: { ticketPath: string; event: DeskEvent }) {
  const t = useText('shell')
  const { language } = useLanguage()
  const { revalidate } = useRevalidator()
  const [count, setCount] = useState(0)
  const [hasSound, setSound] = useState(false)
  const sound = useRef(false)
  const isHydrated = useHydrated()

  useEffect(() => {
    const isOn = readSound()
    setSound(isOn)
    sound.current = isOn
  }, [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let news = 0
    const close = listenToDesk({
      ...{ language, ticketPath, event },
      onBack: () => void revalidate(),
      onNews: () => {
        news++
        timer ??= setTimeout(() => {
          const came = news
          news = 0
          timer = undefined
          setCount((before) => before + came)
          if (sound.current) beep()
          void revalidate()
        }, GATHER_MS[event])
      },
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [language, ticketPath, event, revalidate])

  useEffect(() => {
    if (count === 0) return
    const title = document.title
    document.title = `(${count}) ${title}`
    const seen = () => document.visibilityState === 'visible' && setCount(0)
    document.addEventListener('visibilitychange', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      document.title = title
    }
  }, [count])

  if (!isHydrated) return null
  return (
    <div className="row row-s">
      <p role="status" className="sm b">
        {count > 0 && t('news.came', { n: count })}
      </p>
      {count > 0 && (
        <button type="button" className="btn btn-s" onClick={() => setCount(0)}>
          {t('news.seen')}
        </button>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={hasSound}
          onChange={({ target }) => {
            setSound(target.checked)
            sound.current = target.checked
            writeSound(target.checked)
            if (target.checked) beep()
          }}
        />
        <span>{t('news.sound')}</span>
      </label>
    </div>
  )
}

function beep() {
  try {
    const audio = new AudioContext()
    const tone = audio.createOscillator()
    const loudness = audio.createGain()
    tone.frequency.value = BEEP.hertz
    loudness.gain.value = BEEP.loudness
    tone.connect(loudness).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + BEEP.seconds)
    tone.onended = () => void audio.close()
  } catch {
    // A browser without sound is a quiet one.
  }
}

// A browser that keeps nothing has no sound after the next load.
function readSound(): boolean {
  try {
    return localStorage.getItem(SOUND_KEY) === 'on'
  } catch {
    return false
  }
}

function writeSound(isOn: boolean): void {
  try {
    localStorage.setItem(SOUND_KEY, isOn ? 'on' : 'off')
  } catch {}
}

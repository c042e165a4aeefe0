import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { KeptNote } from '#app/features/protocol/kept-note.tsx'
import { isFile, KeptPhotos, type PhotoStatus } from '#app/features/protocol/kept-photos.live.ts'

/**
 * Keeps the traveller's photos on the device from the moment they are chosen, and sends them one by one, also after an outage or a
 * reload; then the page shows what has arrived. Without scripts the form's button sends them.
 */
export function WaitingPhotos({ form: id }: { form: string }) {
  const { revalidate } = useRevalidator()
  const again = useRef(() => {})
  const [status, setStatus] = useState<PhotoStatus>()
  useEffect(() => {
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const controller = new AbortController()
    const { signal } = controller
    let shown = 0
    const onStatus = (next: PhotoStatus) => {
      setStatus(next)
      // Each photo that has arrived may be the one after which the code is shown.
      if (photos.arrived === shown) return
      shown = photos.arrived
      void revalidate()
    }
    const photos = new KeptPhotos(form, { signal, onStatus })
    again.current = () => {
      photos.hurry()
      void photos.send()
    }
    form.addEventListener('change', ({ target }) => photos.choose(target), { signal })
    form.addEventListener(
      'submit',
      (event) => {
        const isChosen = [...form.elements].some((control) => isFile(control) && control.files?.length)
        // Photos that wait or have arrived go without the form. Those that the device can't keep go with it.
        if (!photos.isBusy && (isChosen || photos.arrived === 0)) return
        event.preventDefault()
        again.current()
      },
      { signal },
    )
    window.addEventListener('online', () => again.current(), { signal })
    void photos.start()
    return () => controller.abort()
  }, [id, revalidate])
  return status && <KeptNote status={status} onAgain={() => again.current()} />
}

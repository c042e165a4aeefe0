import { type FormEvent, useEffect, useRef } from 'react'
import { useFetcher, useLocation, useNavigation } from 'react-router'
import { type Booking, isPriced } from '#app/features/booking/booking-form.ts'

const PAUSE_MS = 350

/** Requests the price shortly after a change of something that it depends on, without leaving the page. */
export function useLivePrice() {
  const fetcher = useFetcher<Booking>()
  const { pathname, search } = useLocation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    // A form that is being submitted brings its own price; another request would compete with the page that it leads
    // to.
    if (isLeaving) clearTimeout(timer.current)
    return () => clearTimeout(timer.current)
  }, [isLeaving])

  /** Submits the form's current values for their price only. */
  function recalculate(form: HTMLFormElement, afterMs = 0) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const fields = new FormData(form)
      fields.set('intent', 'price')
      fetcher.submit(fields, { method: 'post', action: pathname + search })
    }, afterMs)
  }

  return {
    answer: fetcher.data,
    isBusy: fetcher.state !== 'idle',
    recalculate,
    onChange(event: FormEvent<HTMLFormElement>) {
      const { name } = event.target as HTMLInputElement
      if (isPriced(name)) recalculate(event.currentTarget, PAUSE_MS)
    },
  }
}

import type { FieldErrors } from '#app/web/page/forms.ts'

interface UntilFields {
  until: string
  end_date?: string | undefined
  end_time?: string | undefined
  /** The return and the total of the price that the page showed last. */
  shown?: string | undefined
}

type Wanted =
  | { end: { end_date: string; end_time: string }; shown_total: number | undefined }
  | { fieldErrors: FieldErrors }

/** The return that a form of the extension wants, with the total that was shown for it, if any was. */
export function readUntil({ until, end_date, end_time, shown }: UntilFields): Wanted {
  if (until === 'other') {
    if (!end_date || !end_time)
      return {
        fieldErrors: { ...(!end_date && { end_date: ['required'] }), ...(!end_time && { end_time: ['required'] }) },
      }
    const [date, time, total] = (shown ?? '').split(' ')
    const isShown = date === end_date && time === end_time
    return { end: { end_date, end_time }, shown_total: isShown ? wholeOf(total) : undefined }
  }
  const [date, time, total] = until.split(' ')
  if (!date?.match(/^\d{4}-\d{2}-\d{2}$/) || !time?.match(/^\d{2}:\d{2}$/))
    return { fieldErrors: { until: ['required'] } }
  return { end: { end_date: date, end_time: time }, shown_total: wholeOf(total) }
}

const wholeOf = (text: string | undefined) => (text?.match(/^\d{1,15}$/) ? Number(text) : undefined)

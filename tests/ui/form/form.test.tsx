import { describe, expect, test } from 'vitest'
import { BirthDateField, monthOptions, WhenField } from '#app/ui/form/date-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, type ReplyForm, useReply } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { render } from '../../support/browser/render.tsx'

const TODAY = '2026-11-21'
const REPLY: FormReply = {
  status: 'error',
  initialValue: {
    fullname: 'نیلوفر',
    email: 'a@b',
    extras: ['internet', 'seat'],
    start_date: { day: '30', month: '1405-12' },
  },
  error: {
    start_date: [{ key: 'date' }],
    email: [{ key: 'email' }],
    fullname: [{ key: 'max_length', values: { n: 3 } }, { key: 'invalid' }],
    '': [{ key: 'vehicle_taken' }],
  },
}

function Form(props: {
  reply?: FormReply
  initial?: Record<string, string>
  children: (form: ReplyForm) => React.ReactNode
}) {
  return props.children(useReply('driver', { reply: props.reply, initial: props.initial }))
}

describe('a form with its answer', () => {
  test('shows what was typed instead of the initial values', () => {
    const html = render(
      'en',
      <Form reply={REPLY} initial={{ fullname: 'before', email: 'before' }}>
        {(form) => <TextField {...form.field('fullname')} label="Name" />}
      </Form>,
    )
    expect(html).toContain('value="نیلوفر"')
    expect(html).not.toContain('before')
  })

  test('has each message at its field', () => {
    const html = render(
      'en',
      <Form reply={REPLY}>{(form) => <TextField {...form.field('email')} label="E-mail" hint="A hint" />}</Form>,
    )
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('aria-describedby="driver-email-hint driver-email-error"')
    expect(html).toMatch(/<p class="err" id="driver-email-error">.*Enter an e-mail like name@example.com<\/p>/)
  })

  test('has a summary: errors of no field first, then the fields in order, each once and linked', () => {
    const html = render(
      'en',
      <Form reply={REPLY}>
        {(form) => (
          <ErrorSummary
            id="errors"
            entries={form.summary({ fullname: 'Name', phone: 'Phone', email: 'E-mail', start_date: 'Pick-up' })}
          />
        )}
      </Form>,
    )
    expect(html).toContain('There are 4 things to fix')
    expect([...html.matchAll(/<li>(.*?)<\/li>/g)].map((match) => match[1])).toEqual([
      'This vehicle has just been taken for these days.',
      '<a href="#driver-fullname">Name: Write at most 3 characters.</a>',
      '<a href="#driver-email">E-mail: Enter an e-mail like name@example.com</a>',
      '<a href="#driver-start_date">Pick-up: There is no such date.</a>',
    ])
  })

  test('has the ticked boxes', () => {
    const html = render(
      'en',
      <Form reply={REPLY} initial={{ extras: 'driver' }}>
        {(form) => ['internet', 'seat', 'driver'].map((extra) => `${extra}:${form.isChosen('extras', extra)} `)}
      </Form>,
    )
    expect(html).toBe('internet:true seat:true driver:false ')
  })
})

test('a form without errors has no summary', () => {
  const html = render(
    'en',
    <Form>{(form) => <ErrorSummary id="errors" entries={form.summary({ fullname: 'Name' })} />}</Form>,
  )
  expect(html).toBe('')
})

describe('the date of a rental', () => {
  const whenField = (language: 'fa' | 'en', reply?: FormReply, start_date = '2027-03-25') =>
    render(
      language,
      <Form reply={reply} initial={{ start_date, start_time: '10:30' }}>
        {(form) => <WhenField {...form} name="start" label="Pick-up" today={TODAY} />}
      </Form>,
    )

  test('is chosen from selects of the Persian calendar in Persian', () => {
    const html = whenField('fa')
    expect(html).toContain('name="start_date.day"')
    expect(html).toContain('<option value="5" selected="">۵</option>')
    expect(html).toContain('<option value="1406-1" selected="">فروردین ۱۴۰۶</option>')
    expect(html).toContain('<option value="10:30" selected="">۱۰:۳۰</option>')
  })

  test('is a date input in other languages', () => {
    expect(whenField('en')).toMatch(/<input [^>]*type="date"[^>]* min="2026-11-21"[^>]*value="2027-03-25"/)
  })

  test('is shown as typed, also if it does not exist', () => {
    const html = whenField('fa', REPLY)
    expect(html).toContain('<option value="30" selected="">۳۰</option>')
    expect(html).toContain('<option value="1405-12" selected="">اسفند</option>')
    expect(html).toContain('چنین روزی در تقویم نیست.')
  })

  test('has 47 half hours', () => {
    expect(whenField('en').match(/<option[^>]*>\d\d:\d\d<\/option>/g)).toHaveLength(47)
  })
})

describe('the months to choose from', () => {
  test('are twelve from the current one, with the year where it differs', () => {
    const labels = monthOptions(TODAY, 'fa').map((option) => option.label)
    expect(labels).toHaveLength(12)
    expect(labels[0]).toBe('آبان')
    expect(labels[4]).toBe('اسفند')
    expect(labels[5]).toBe('فروردین ۱۴۰۶')
  })

  test('include the chosen one, however long ago', () => {
    expect(monthOptions(TODAY, 'fa', '1404-2')[0]).toEqual({ value: '1404-2', label: 'اردیبهشت ۱۴۰۴' })
  })
})

test('a birth date has three boxes in the page’s calendar', () => {
  const html = render(
    'fa',
    <Form initial={{ date_of_birth: '1988-08-29' }}>{(form) => <BirthDateField {...form} label="تاریخ تولد" />}</Form>,
  )
  expect(html).toMatch(/name="date_of_birth.day"[^>]*value="۷"/)
  expect(html).toMatch(/name="date_of_birth.month"[^>]*value="۶"/)
  expect(html).toMatch(/name="date_of_birth.year"[^>]*value="۱۳۶۷"/)
})

import { data } from 'react-router'
import { z } from 'zod'
import { optionalLines } from '#app/contract/shapes/text.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FINE_LIST_LENGTH } from '#app/rules/fleet/fine.ts'
import { Card } from '#app/ui/card.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { mapErrors } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/import'
import { typedRows } from './typed-rows.server.ts'

export const handle: PageHandle = { title: 'fines/many.title', areas: ['fines'], noJs: true }

const SAMPLE = `12 B 345 99, 2026-11-23, 19:40, 1100000, Speeding, 29110-441872
12 B 345 99, 2026-11-24, 07:12, 160000, Bridge, , toll`

export async function loader({ context }: Route.LoaderArgs) {
  const { company } = await apiOf(context).company.settings.frame({})
  return { currency: company.currency }
}

const List = z.object({ rows: optionalLines(FINE_LIST_LENGTH), file: z.file().optional() })

/** A row with a character that no field takes refuses the list. */
const PLACING = { rename: (name: string) => (name.startsWith('rows') ? 'rows' : name) }

/** Enters the valid rows; the page shows the others again, each with what is wrong. */
export async function action({ context, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const { settings, fleet } = apiOf(context).company
  const { currency } = (await settings.frame({})).company
  const t = textFor(language, 'fines')
  return answerForm(
    { context, request },
    List,
    async ({ rows: pasted, file }, form) => {
      const isFile = file !== undefined && file.size > 0
      const at = isFile ? 'file' : 'rows'
      if (isFile && file.size > FINE_LIST_LENGTH) return form.refuse({ file: ['file_size'] })
      const list = typedRows(isFile ? await file.text() : (pasted ?? ''), { currency, language })
      if ('error' in list) return form.refuse({ [at]: [list.error] })
      const { refused, ...done } = await fleet.fines.enterMany({ rows: list.rows.map(({ row }) => row) })
      const said = t('many.done', done)
      if (refused.length === 0) return { to: '/desk/fines', said }
      const left = refused.flatMap(({ row, fields }) => {
        const one = list.rows[row]
        return one ? [{ number: row + 1, text: one.text, errors: Object.values(mapErrors(fields)).flat() }] : []
      })
      return data({ form: undefined, said, left })
    },
    PLACING,
  )
}

/** Enters many notices at once, from a sheet or a file. */
export default function ImportFines({ loaderData: { currency }, actionData }: Route.ComponentProps) {
  const t = useText('fines')
  const { language } = useLanguage()
  const left = actionData && 'left' in actionData ? actionData : undefined
  const form = useReply('fines', {
    reply: actionData?.form,
    initial: { rows: left?.left.map(({ text }) => text).join('\n') },
  })
  const labels = { rows: t('many.rows'), file: t('many.file') }
  const unit = unitOf(currency, language)
  return (
    <>
      <DeskHead title={t('many.title')} text={t('many.text', { unit })} />
      <div className="stack">
        {left && (
          <Note kind="warn" role="alert">
            <p>{left.said}</p>
            <p>{t('many.refused', { n: left.left.length })}</p>
          </Note>
        )}
        {left && (
          <Card id="left" title={t('many.rowLabel')} className="stack stack-2">
            <ol className="stack stack-1 bare">
              {left.left.map(({ number, text, errors }) => (
                <li key={number}>
                  {t('many.row', { n: number })}: <bdi>{text}</bdi>
                  {errors.map((error) => (
                    <FieldErrors key={error.key} id={`row-${number}`} fieldErrors={[error]} />
                  ))}
                </li>
              ))}
            </ol>
          </Card>
        )}
        <DecisionForm
          form={form}
          labels={labels}
          isMultipart
          choices={[{ label: t('many.submit') }]}
          back={{ path: '/desk/fines', label: t('back') }}
        >
          <TextArea {...form.field('rows')} label={labels.rows} rows={8} maxLength={FINE_LIST_LENGTH} dir="ltr" />
          <FileField {...form.field('file')} accept=".csv,.txt" label={labels.file} optional />
          <details>
            <summary>{t('many.sample')}</summary>
            <pre dir="ltr">{SAMPLE}</pre>
          </details>
        </DecisionForm>
      </div>
    </>
  )
}

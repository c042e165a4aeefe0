import { z } from 'zod'
import { optionalLines } from '#app/contract/shapes/text.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { IMPORT_LENGTH } from '#app/rules/fleet/pasted-plates.ts'
import { listAt } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const IMPORTS = listAt('/desk/fleet/imports', { size: 25 })
const SAMPLE = `reference,plate,brand,model,type,colour,year,gearbox,fuel,seats,price_1,price_7,trust_type
KIS-901,74186 کیش,Peugeot,207,hatchback,white,2023,manual,petrol,5,1950000,1750000,deposit_free`

export const handle: PageHandle = {
  title: 'imports/title',
  areas: ['imports', 'errors'],
  noJs: true,
  query: IMPORTS.query,
}

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(IMPORTS, url, (asked) => apiOf(context).company.fleet.imports.list(asked))

const Sent = z.object({ file: z.file().optional(), csv: optionalLines(IMPORT_LENGTH) })

/** Keeps the file and leads to its preview. */
export function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'imports')
  return answerForm({ context, request }, Sent, async ({ file, csv: pasted }, form) => {
    const isFile = file !== undefined && file.size > 0
    // Its characters may have several bytes.
    if (isFile && file.size > 3 * IMPORT_LENGTH) return form.refuse({ file: ['file_size'] })
    const csv = isFile ? textOf(await file.bytes()) : pasted
    if (csv === undefined) return form.refuse(isFile ? { file: ['file_not_utf8'] } : { file: ['required'] })
    if (csv.length > IMPORT_LENGTH) return form.refuse({ file: ['file_size'] })
    const name =
      (isFile &&
        file.name
          .replace(/\p{Cc}/gu, '')
          .trim()
          .slice(0, 120)) ||
      t('pasted')
    const { id } = await apiOf(context).company.fleet.imports.upload({ name, csv })
    return { to: `/desk/fleet/imports/${id}`, said: t('uploaded') }
  })
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Takes a file of vehicles, and lists those that were imported before. */
export default function Imports({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('imports')
  const desk = useText('desk')
  const { language } = useLanguage()
  const form = useReply('import', { reply: actionData?.form })
  const labels = { file: t('file'), csv: t('paste') }
  return (
    <>
      <DeskHead title={t('title')} text={t('text')} />
      <div className="stack">
        <DecisionForm
          form={form}
          labels={labels}
          isMultipart
          choices={[{ label: t('submit') }]}
          back={{ path: '/desk/fleet', label: t('back') }}
        >
          <FileField {...form.field('file')} accept=".csv,.txt" label={labels.file} optional />
          <TextArea {...form.field('csv')} label={labels.csv} rows={5} maxLength={IMPORT_LENGTH} dir="ltr" optional />
          <details>
            <summary>{t('sample')}</summary>
            <pre className="scroll" dir="ltr">
              {SAMPLE}
            </pre>
          </details>
        </DecisionForm>
        <Card id="earlier" title={t('earlier')} className="stack stack-2">
          {loaderData.results.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <ColumnTable
              label={t('earlier')}
              rows={loaderData.results}
              rowKey={({ id }) => id}
              columns={[
                {
                  head: t('file'),
                  whole: true,
                  cell: ({ id, name }) => (
                    <a className="go" href={pathIn(language, `${IMPORTS.path}/${id}`)}>
                      <bdi>{name}</bdi>
                    </a>
                  ),
                },
                {
                  head: t('when'),
                  cell: ({ created_at }) => formatInstant(new Date(created_at), HOME_ZONE, language, 'short'),
                },
                {
                  head: desk('list.status'),
                  far: true,
                  cell: ({ state }) => <Tag kind={state === 'APPLIED' ? 'ok' : 'info'}>{t(`state.${state}`)}</Tag>,
                },
              ]}
            />
          )}
          <ListPages list={IMPORTS} found={loaderData} />
        </Card>
      </div>
    </>
  )
}

import type { z } from 'zod'
import type { AuditEntry } from '#app/contract/operator/audit.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { AUDITED, isAudited } from '#app/rules/access/audited.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { type List, listAt, words } from '#app/rules/search/list-address.ts'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FoundPage } from '#app/web/page/read-list.ts'
import { DayFields } from './day-fields.tsx'

type Entry = z.infer<typeof AuditEntry>

/** A log of changes at this address; its days are as they were typed. */
export function logAt(path: string) {
  const filters = {
    subject: words(60),
    key: words(60),
    actor: words(40),
    who: words(60),
    from: words(20),
    to: words(20),
  }
  return listAt(path, { size: 50, filters })
}

type Log = ReturnType<typeof logAt>
type Values = Log extends List<infer Of> ? Of : never

/** Who did what to what and when, as sentences; what it was before and after shows on opening. */
export function AuditLog({
  list,
  found,
  title,
  text,
  thingHref,
}: {
  list: Log
  found: FoundPage<{ count: number; results: Entry[] }, Values>
  title: string
  text: string
  /** The page of a thing, without language, if it has one here. */
  thingHref?: (entry: Entry) => string | undefined
}) {
  const t = useText('audit')
  const { language } = useLanguage()
  const isFiltered = Object.values(found.filters).some((value) => value !== undefined)
  return (
    <ListPage
      list={list}
      found={found}
      title={title}
      text={text}
      aside={
        isFiltered && (
          <a className="btn btn-s" href={pathIn(language, list.path)}>
            {t('all')}
          </a>
        )
      }
      filters={<Filters list={list} values={found.filters} />}
      empty={t('none')}
      emptyText={t('noneText')}
      after={<p className="xs mute">{t('masked')}</p>}
      rowKey={({ id }) => id}
      columns={[
        { head: t('what'), cell: (entry) => <Sentence {...{ entry, list, thingHref }} />, whole: true },
        { head: t('at'), far: true, cell: ({ at }) => formatInstant(new Date(at), HOME_ZONE, language, 'long') },
      ]}
    />
  )
}

function Filters({ list, values }: { list: Log; values: Values }) {
  const t = useText('audit')
  const { language } = useLanguage()
  const kinds = AUDITED.map((value) => ({ value: value as string, label: t(`subjects.${value}`) }))
  return (
    <form className="card stack" action={pathIn(language, list.path)}>
      <div className="fields">
        <TextField id="who" name="who" label={t('who')} defaultValue={values.who} maxLength={60} />
        <SelectField
          id="subject"
          name="subject"
          label={t('subject')}
          defaultValue={values.subject}
          options={[{ value: '', label: t('anything') }, ...kinds]}
        />
        <DayFields from={values.from} to={values.to} />
      </div>
      <div>
        <button type="submit" className="btn btn-go">
          {t('show')}
        </button>
      </div>
    </form>
  )
}

function Sentence({
  entry,
  list,
  thingHref,
}: {
  entry: Entry
  list: Log
  thingHref?: ((entry: Entry) => string | undefined) | undefined
}) {
  const t = useText('audit')
  const { language } = useLanguage()
  const { action, actor, subject, key, reason, changes, call } = entry
  const href = thingHref?.(entry)
  const name = `\u2068${actor.name ?? t('unnamed')}\u2069`
  // A new thing has many columns without a value.
  const shown = changes.filter(({ before, after }) => before !== null || after !== null)
  const said = t('said', {
    action,
    who: name,
    thing: isAudited(subject) ? t(`subjects.${subject}`) : subject,
  })
  return (
    <div className="stack stack-1">
      <p>{href ? <a href={pathIn(language, href)}>{said}</a> : said}</p>
      {reason && <p className="sm soft">{t('because', { reason: `\u2068${reason}\u2069` })}</p>}
      <details className="sm">
        <summary>{t('changes')}</summary>
        <div className="stack stack-1">
          {shown.map(({ name, before, after }) => (
            <p key={name} dir="ltr">
              {name}: {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
            </p>
          ))}
          <p className="row row-s">
            <a href={pathIn(language, list.href({ subject, key }))}>{t('same')}</a>
            <a href={pathIn(language, list.href({ actor: actor.id }))}>{t('by', { name })}</a>
            <bdi className="xs mute" dir="ltr">
              {call} {key}
            </bdi>
          </p>
        </div>
      </details>
    </div>
  )
}

import type { z } from 'zod'
import type { keys } from '#app/contract/company/developers/keys.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { READER_ZONES } from '#app/rules/constants.ts'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { Tag } from '#app/ui/tag.tsx'

export type ListedKey = z.infer<NonNullable<(typeof keys.read)['~orpc']['outputSchema']>>

/**
 * A company's keys for programs.
 * @param path the page of the list, without language, below which the keys have theirs
 */
export function KeyList({ keys: listed, path }: { keys: readonly ListedKey[]; path: string }) {
  const t = useText('developers')
  const { language } = useLanguage()
  const moment = (at: string) => formatInstant(new Date(at), READER_ZONES[language], language, 'long')
  return (
    <section className="card stack" id="keys" aria-labelledby="keys-title">
      <div className="row between">
        <h2 id="keys-title">{t('keys.title')}</h2>{' '}
        <a className="btn btn-s" href={pathIn(language, `${path}/new`)}>
          {t('keys.new')}
        </a>
      </div>
      <p>{t('keys.text')}</p>
      {listed.length === 0 && <p className="soft">{t('keys.none')}</p>}
      {listed.length > 0 && (
        <ColumnTable
          label={t('keys.title')}
          rows={listed}
          rowKey={({ id }) => id}
          columns={[
            {
              head: t('keys.name'),
              whole: true,
              cell: ({ name, hint, mode }) => (
                <>
                  <b>{name}</b>{' '}
                  <bdi className="sm mute" dir="ltr">
                    {hint}…
                  </bdi>{' '}
                  {mode === 'TEST' && <Tag>{t('mode.TEST')}</Tag>}
                </>
              ),
            },
            {
              head: t('keys.scopes'),
              whole: true,
              cell: ({ scopes }) => scopes.map((scope) => t(`scope.${scope}`)).join(t('and')),
            },
            {
              head: t('keys.used'),
              labelled: true,
              cell: ({ last_used_at }) => (last_used_at ? moment(last_used_at) : t('keys.never')),
            },
            {
              head: t('keys.until'),
              labelled: true,
              cell: ({ expires_at }) => (expires_at ? moment(expires_at) : t('keys.always')),
            },
            {
              head: t('keys.action'),
              hidesHead: true,
              far: true,
              cell: ({ id, name }) => (
                <a className="above" href={pathIn(language, `${path}/${id}`)}>
                  {t('keys.change')}
                  <span className="vh"> {name}</span>
                </a>
              ),
            },
          ]}
        />
      )}
      <ul className="plain sm soft">
        <li>{t('keys.audited')}</li>
        <li>{t('keys.limit')}</li>
      </ul>
    </section>
  )
}

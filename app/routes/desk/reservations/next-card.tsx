import type { ReactNode } from 'react'
import { ChatButton } from '#app/features/chat/chat-button.tsx'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { MOVABLE } from '#app/rules/reservation/reservation-status.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { actionPath, extensionPath, vehiclePath } from './action-path.ts'
import { GuaranteeForm, wantsGuarantee } from './guarantee-form.tsx'
import type { DeskOne } from './own.server.ts'

type DeskAction = DeskOne['actions'][number]

const ICONS: Partial<Record<DeskAction, IconName>> = { confirm: 'check', hand_over: 'key', take_back: 'in' }
const MAIN: readonly DeskAction[] = ['confirm', 'hand_over', 'take_back']

/** The next task, and the actions that move the reservation on. */
export function NextCard({ one, now, form }: { one: DeskOne; now: string; form: ReplyForm }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { id, actions, undo, confirm_by, phone, fullname } = one
  const hours = confirm_by && Math.max(0, Math.floor((Date.parse(confirm_by) - Date.parse(now)) / HOUR_MS))
  const isToCome = one.status === 'CONFIRMED' && !actions.includes('hand_over')
  return (
    <Card id="next" title={t('one.next')} className="stack">
      {typeof hours === 'number' && (
        <p>
          <Tag kind="warn" icon="clock">
            {t('waiting.left', { n: hours })}
          </Tag>
        </p>
      )}
      <Checks one={one} />
      <WantedNext one={one} now={now} />
      {isToCome && <p className="soft">{t('one.notDue', { date: formatDate(one.start_date, language, 'weekday') })}</p>}
      <div className="row row-s">
        {actions.map((action) => {
          const icon = ICONS[action]
          return (
            <a
              key={action}
              className={MAIN.includes(action) ? 'btn btn-go' : 'btn'}
              href={pathIn(language, actionPath(id, action))}
            >
              {icon && <Icon name={icon} />}
              {t(`act.${action}.submit`)}
            </a>
          )
        })}
        {(one.extendable || one.extension_asked) && (
          <a className={one.extension_asked ? 'btn btn-go' : 'btn'} href={pathIn(language, extensionPath(id))}>
            <Icon name="clock" />
            {one.extension_asked ? t('one.answerExtension') : t('one.extend')}
          </a>
        )}
        {one.movable && (
          <a className="btn" href={pathIn(language, vehiclePath(id))}>
            <Icon name="car" />
            {t('move.link')}
          </a>
        )}
        {phone && (
          <a className="btn" href={`tel:${phone}`}>
            <Icon name="phone" />
            <span className="vh">{t('task.call', { name: fullname })} </span>
            {phoneIn(language, phone)}
          </a>
        )}
        <ChatButton reservation={id} label={t('one.message')} />
      </div>
      {wantsGuarantee(one) && <GuaranteeForm form={form} />}
      {undo && <Undo one={one} undo={undo} />}
    </Card>
  )
}

function Checks({ one }: { one: DeskOne }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { status, paid, due_now, guarantee_amount, currency, deposit, deposit_facts, id } = one
  const isBefore = MOVABLE.includes(status)
  if (!isBefore) return null
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <ul className="stack stack-1">
      {paid > 0 && <Check isDone>{t('one.paidOnline', { amount: money(paid) })}</Check>}
      {due_now > 0 && <Check>{t('one.collect', { amount: money(due_now) })}</Check>}
      {guarantee_amount > 0 && deposit_facts.taken === 0 && (
        <Check>{t('one.guarantee', { amount: money(guarantee_amount) })}</Check>
      )}
      {deposit.requested && !deposit.uploaded_at && <Check>{t('one.guaranteeMissing')}</Check>}
      {deposit.uploaded_at && one.seen !== 'FIRST_NAME' && (
        <Check isDone>
          {t('one.guaranteeSent')}{' '}
          <a href={pathIn(language, `/profile/reservation/${id}/deposit?at=${Date.parse(deposit.uploaded_at)}`)}>
            {t('one.guaranteeSee')}
          </a>
        </Check>
      )}
    </ul>
  )
}

/** While the vehicle is late: the next reservation that needs it, and a link to give that one another vehicle. */
function WantedNext({ one: { status, end_at, next }, now }: { one: DeskOne; now: string }) {
  const t = useText('desk')
  const { language } = useLanguage()
  if (status !== 'ACTIVE' || end_at > now || !next) return null
  return (
    <Note kind="warn">
      {t('move.next', { name: next.fullname })}{' '}
      <a href={pathIn(language, vehiclePath(next.id))}>{t('move.nextLink', { name: next.fullname })}</a>
    </Note>
  )
}

function Check({ isDone, children }: { isDone?: boolean; children: ReactNode }) {
  return (
    <li className="row tight row-s">
      <Icon name={isDone ? 'check' : 'alert'} className={isDone ? 'good' : 'bad'} />
      <span>{children}</span>
    </li>
  )
}

function Undo({ one: { city }, undo }: { one: DeskOne; undo: NonNullable<DeskOne['undo']> }) {
  const t = useText('desk')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const { time } = localOf(new Date(undo.until), city.zone)
  return (
    <PostForm className="row row-s">
      <input type="hidden" name="intent" value="undo" />
      <SubmitButton className="btn btn-s">
        <Icon name="undo" flip />
        {t('one.undo', { what: voucher(`status.${undo.status}`) })}
      </SubmitButton>
      <span className="sm mute">{t('one.undoUntil', { time: formatTime(time, language) })}</span>
    </PostForm>
  )
}

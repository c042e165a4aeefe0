import { DamageList } from '#app/features/protocol/damages.tsx'
import { usePhotoTimes } from '#app/features/protocol/photo-times.ts'
import { VehiclePlan } from '#app/features/protocol/plan.tsx'
import { ViewDrawing } from '#app/features/protocol/view-drawing.tsx'
import { formatDate, formatInstant, formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { actionPath } from '#app/routes/desk/reservations/action-path.ts'
import type { DeskOne } from '#app/routes/desk/reservations/own.server.ts'
import { CATEGORY } from '#app/rules/constants.ts'
import {
  DAMAGE_SIZES,
  DAMAGE_TYPES,
  type Damage,
  DESK_DEPOSIT_WAYS,
  DESK_WAYS,
  type DraftFields,
  FIXED_VIEWS,
  FUEL_EIGHTHS,
  kitOf,
  PHOTO_VIEWS,
  type PhotoView,
  zonesOf,
} from '#app/rules/reservation/protocol.ts'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { FieldGroup } from '#app/ui/form/field.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { KeptDraft } from './kept-draft.live.tsx'
import type { Sheet } from './sheet.tsx'

type SheetProps = { one: DeskOne; sheet: Sheet; draft: DraftFields; form: ReplyForm }

const PARTS = ['state', 'damage', 'photos', 'money', 'names'] as const
const FORM = 'sheet'
const LEVELS = Array.from({ length: FUEL_EIGHTHS + 1 }, (_, eighths) => eighths)

/** The record of a hand-over or a return: one form, of which every button keeps what was typed. */
export function SheetForm({ one, sheet, draft, form }: SheetProps) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { kind } = sheet
  return (
    <PostForm
      as="form"
      id={FORM}
      noValidate
      encType="multipart/form-data"
      className="stack"
      action={pathIn(language, actionPath(one.id, kind === 'PICK_UP' ? 'hand_over' : 'take_back'))}
    >
      <input type="hidden" name="revision" value={sheet.draft?.revision ?? 0} />
      <div className="row between">
        <nav className="row row-s" aria-label={t('sections')}>
          {PARTS.map((part) => (
            <a key={part} className="chip" href={`#${part}`}>
              {t(`part.${part}`)}
            </a>
          ))}
        </nav>
        <button type="submit" className="btn btn-s" name="intent" value="draft">
          {t('saveDraft')}
        </button>
      </div>
      <p className="sm mute">
        <Saved sheet={sheet} zone={one.city.zone} />
      </p>
      <KeptDraft form={FORM} savedAt={sheet.draft?.saved_at ?? null} />
      <PapersPart one={one} sheet={sheet} form={form} />
      <StatePart one={one} sheet={sheet} draft={draft} form={form} />
      <DamagePart sheet={sheet} draft={draft} form={form} />
      <PhotoPart one={one} sheet={sheet} form={form} />
      <MoneyPart sheet={sheet} form={form} />
      <Card id="names" title={t('part.names')} className="stack">
        <div className="fields">
          <TextField {...form.field('handed_by')} label={t('fact.handed_by')} maxLength={120} required />
          <TextField {...form.field('received_by')} label={t('fact.received_by')} maxLength={120} required />
        </div>
        <TextArea {...form.field('note')} label={t('fact.note')} rows={3} maxLength={1000} optional />
        <Note>{t('agreed')}</Note>
      </Card>
      <div className="act">
        <button type="submit" className="btn btn-go" name="intent" value="finish">
          <Icon name={kind === 'PICK_UP' ? 'key' : 'in'} />
          {t(`finish.${kind}`)}
        </button>
        <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}`)}>
          {desk('act.back')}
        </a>
      </div>
    </PostForm>
  )
}

/** The papers that have ended: where to enter new ones, and for an owner the reason to hand over without them. */
function PapersPart({ one, sheet, form }: Omit<SheetProps, 'draft'>) {
  const t = useText('protocol')
  const due = useText('due')
  const { language } = useLanguage()
  const { ended_papers, may_override_papers } = sheet
  if (ended_papers.length === 0) return null
  return (
    <Note kind="bad">
      <div className="stack stack-2">
        {ended_papers.map(({ kind, due_on }) => (
          <p key={kind}>
            {t('papers.ended', { what: due(`kind.${kind}`), date: formatDate(due_on, language, 'weekday') })}
          </p>
        ))}
        {may_override_papers ? (
          <TextArea
            {...form.field('papers_reason')}
            label={t('papers.reason')}
            hint={t('papers.hint')}
            rows={2}
            maxLength={500}
            optional
          />
        ) : (
          <p>{t('papers.owner')}</p>
        )}
        <p>
          <a href={pathIn(language, `/desk/fleet/${one.ad.id}/due`)}>{t('papers.renew')}</a>
        </p>
      </div>
    </Note>
  )
}

function Saved({ sheet: { draft }, zone }: { sheet: Sheet; zone: string }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  if (!draft) return null
  const time = formatTime(localOf(new Date(draft.saved_at), zone).time, language)
  return draft.by ? t('savedBy', { name: draft.by, time }) : t('savedAt', { time })
}

function StatePart({ one, sheet, draft, form }: SheetProps) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { last, pick_up, energy, category } = sheet
  const hint =
    last && t('last', { km: last.odometer, date: formatInstant(new Date(last.at), one.city.zone, language, 'short') })
  return (
    <Card id="state" title={t('part.state')} className="stack">
      <div className="fields">
        <TextField
          {...form.field('odometer')}
          label={`${t('fact.odometer')} (${t('kmUnit')})`}
          hint={hint}
          inputMode="numeric"
          maxLength={20}
          required
        />
        <TextField {...form.field('keys')} label={t('fact.keys')} inputMode="numeric" maxLength={2} optional />
      </div>
      {energy === 'FUEL' ? (
        <FieldGroup
          id={form.field('level').id}
          label={t('fact.fuel')}
          hint={
            pick_up?.fuel != null ? t('atPickUp', { value: localDigits(`${pick_up.fuel}/8`, language) }) : undefined
          }
          {...(form.fieldErrors('level') && { fieldErrors: form.fieldErrors('level')! })}
        >
          <div className="gauge">
            {LEVELS.map((eighths) => (
              <label key={eighths}>
                <input
                  type="radio"
                  name="level"
                  value={eighths}
                  defaultChecked={form.value('level') === String(eighths)}
                />
                <i aria-hidden="true" />
                {eighths === 0
                  ? t('empty')
                  : eighths === FUEL_EIGHTHS
                    ? t('full')
                    : localDigits(`${eighths}/${FUEL_EIGHTHS}`, language)}
              </label>
            ))}
          </div>
        </FieldGroup>
      ) : (
        <TextField
          {...form.field('level')}
          label={t('fact.charge')}
          hint={
            pick_up?.charge != null
              ? t('atPickUp', { value: formatPercent(pick_up.charge, language) })
              : t('chargeHint')
          }
          inputMode="numeric"
          maxLength={4}
          required
        />
      )}
      <fieldset className="field">
        <legend>{t('fact.kit')}</legend>
        <div className="fields">
          {kitOf(category, energy === 'CHARGE').map((item) => (
            <Checkbox
              key={item}
              id={`kit-${item}`}
              name="kit"
              value={item}
              checked={(draft.kit ?? pick_up?.kit ?? []).includes(item)}
            >
              {t(`kit.${item}`)}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </Card>
  )
}

function DamagePart({ sheet, draft, form }: Omit<SheetProps, 'one'>) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { known, category } = sheet
  const marks = (draft.marks ?? []) as Damage[]
  const gone = draft.gone ?? []
  const number = (index: number) => localDigits(index + 1, language)
  return (
    <Card id="damage" title={t('part.damage')} className="stack">
      <p className="sm soft">{t('damageHint')}</p>
      <div className="fields">
        <SelectField
          id="mark_type"
          name="mark_type"
          label={t('what')}
          options={DAMAGE_TYPES.map((type) => ({ value: type, label: t(`damage.${type}`) }))}
        />
        <SelectField
          id="mark_size"
          name="mark_size"
          label={t('size.label')}
          options={DAMAGE_SIZES.map((size) => ({ value: size, label: t(`size.${size}`) }))}
        />
        <TextField id="mark_note" name="mark_note" label={t('markNote')} maxLength={200} optional />
      </div>
      <div className="trio">
        <VehiclePlan category={category} known={known} marks={marks}>
          {zonesOf(category).map((zone) => (
            <button
              key={zone}
              type="submit"
              name="intent"
              value={`add:${zone}`}
              className={`zone zone-${zone.toLowerCase().replaceAll('_', '-')}`}
              aria-label={t('addAt', { zone: t(`zone.${zone}`) })}
              title={t(`zone.${zone}`)}
            />
          ))}
        </VehiclePlan>
        <div className="stack" id={form.field('marks').id} tabIndex={-1}>
          <div className="fields">
            <SelectField
              id="mark_zone"
              name="mark_zone"
              label={t('where')}
              options={[
                { value: '', label: t('chooseZone') },
                ...zonesOf(category).map((zone) => ({ value: zone, label: t(`zone.${zone}`) })),
              ]}
            />
            <button type="submit" className="btn" name="intent" value="add">
              <Icon name="plus" />
              {t('addMark')}
            </button>
          </div>
          {known.length > 0 && (
            <section className="stack stack-2" aria-labelledby="known">
              <h3 id="known">{t('known')}</h3>
              <DamageList
                damages={known}
                from={1}
                end={(index) => (
                  <>
                    {gone.includes(index) && <span className="tag">{t('goneTag')}</span>}
                    <button type="submit" className="btn btn-bare btn-s" name="intent" value={`gone:${index}`}>
                      {t(gone.includes(index) ? 'keep' : 'gone', { n: number(index) })}
                    </button>
                  </>
                )}
              />
            </section>
          )}
          <section className="stack stack-2" aria-labelledby="fresh">
            <h3 id="fresh">{t('fresh')}</h3>
            {marks.length === 0 ? (
              <p className="sm soft">{t('noDamage')}</p>
            ) : (
              <DamageList
                damages={marks}
                from={known.length + 1}
                isNew
                end={(index) => (
                  <button type="submit" className="btn btn-bare btn-s" name="intent" value={`drop:${index}`}>
                    {t('drop', { n: number(known.length + index) })}
                  </button>
                )}
              />
            )}
          </section>
        </div>
      </div>
    </Card>
  )
}

function PhotoPart({ one, sheet: { photos, category }, form }: Omit<SheetProps, 'draft'>) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const times = usePhotoTimes(one.city.zone)
  const fixed: readonly PhotoView[] = FIXED_VIEWS
  const done = fixed.filter((view) => photos.some((photo) => photo.view === view)).length
  return (
    <Card id="photos" title={t('part.photos')} className="stack">
      <p className="sm soft">{t('photosHint')}</p>
      {photos.length > 0 && (
        <ul className="snaps">
          {photos.map((photo, index) => {
            const { id, view, width, height } = photo
            const label = `${t(`view.${view}`)}: ${times(photo)}`
            return (
              <li key={id}>
                <img
                  src={pathIn(language, `/protocol-photos/${one.id}/${id}`)}
                  alt={label}
                  width={width}
                  height={height}
                  loading="lazy"
                />
                <span className="xs" aria-hidden="true">
                  {label}
                </span>
                <button type="submit" className="btn btn-bare btn-s" name="intent" value={`unphoto:${id}`}>
                  {t('removePhoto', { n: localDigits(index + 1, language) })}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p>
        <b>{t('viewsDone', { n: localDigits(done, language), all: localDigits(fixed.length, language) })}</b>
      </p>
      <div className="cams">
        {FIXED_VIEWS.map((view) => (
          <div key={view} className="cam">
            <ViewDrawing view={view} isCar={category !== CATEGORY.MOTOR} />
            <PhotoField view={view} form={form} isDone={photos.some((photo) => photo.view === view)} />
          </div>
        ))}
      </div>
      <div className="fields">
        {PHOTO_VIEWS.filter((view) => !fixed.includes(view)).map((view) => (
          <PhotoField key={view} view={view} form={form} />
        ))}
      </div>
    </Card>
  )
}

function PhotoField({ view, form, isDone }: { view: PhotoView; form: ReplyForm; isDone?: boolean }) {
  const t = useText('protocol')
  const { id, name, fieldErrors } = form.field(`photo.${view}`)
  return (
    <FileField
      id={id}
      name={name}
      {...(fieldErrors && { fieldErrors })}
      accept="image/*"
      {...(view === 'OTHER' ? { multiple: true } : { capture: 'environment' as const })}
      label={isDone ? t('viewDone', { view: t(`view.${view}`) }) : t(`view.${view}`)}
      optional
    />
  )
}

function MoneyPart({ sheet, form }: Pick<SheetProps, 'sheet' | 'form'>) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { kind, currency, due, deposit_held, guarantee_amount, trust_type, terms } = sheet
  const unit = unitOf(currency, language)
  const money = (amount: number) => formatMoney(amount, currency, language)
  const ways = (among: readonly (typeof DESK_DEPOSIT_WAYS)[number][]) => [
    { value: '', label: t('chooseWay') },
    ...among.map((way) => ({ value: way, label: t(`way.${way}`) })),
  ]
  const isThere = kind === 'PICK_UP' && deposit_held > 0
  const hasDeposit = kind === 'PICK_UP' ? trust_type !== 'DEPOSIT_FREE' && !isThere : deposit_held > 0
  if (due === 0 && !hasDeposit && kind === 'RETURN') return null
  return (
    <Card id="money" title={t('part.money')} className="stack">
      {due > 0 && (
        <Note kind="warn" role="status">
          {t(`rent.open.${kind}`, { amount: money(due) })}
        </Note>
      )}
      {due > 0 && (
        <div className="fields">
          <TextField
            {...form.field('received')}
            label={t('received', { unit })}
            hint={t('receivedHint', { amount: money(due) })}
            inputMode="decimal"
            maxLength={30}
            optional
          />
          <SelectField {...form.field('received_way')} label={t('by')} options={ways(DESK_WAYS)} />
          <TextField {...form.field('reference')} label={t('reference')} maxLength={40} optional />
        </div>
      )}
      {due > 0 && kind === 'RETURN' && (
        <TextArea
          {...form.field('open_reason')}
          label={t('rent.openReason')}
          hint={t('rent.openReasonHint')}
          rows={2}
          maxLength={500}
          optional
        />
      )}
      {isThere && <p>{t('depositThere', { amount: money(deposit_held) })}</p>}
      {hasDeposit && (
        <div className="fields">
          <TextField
            {...form.field('deposit')}
            label={t(`deposit.${kind}`, { unit })}
            hint={
              kind === 'PICK_UP'
                ? t('depositAsked', { amount: money(guarantee_amount) })
                : t('depositHeld', { amount: money(deposit_held) })
            }
            inputMode="decimal"
            maxLength={30}
            optional
          />
          {kind === 'PICK_UP' && (
            <SelectField {...form.field('deposit_way')} label={t('by')} options={ways(DESK_DEPOSIT_WAYS)} />
          )}
        </div>
      )}
      <p className="sm soft">
        {t('terms', { km: money(terms.km), fuel: money(terms.fuel_eighth), damage: money(terms.damage.COIN) })}
      </p>
    </Card>
  )
}

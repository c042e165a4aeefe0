import { type Kysely, sql } from 'kysely'

/**
 * An invoice keeps its vehicle's name and its supplier as they were when it was issued. Those from before get what is known today.
 * Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table invoice add column parties jsonb',
  // The address is the company's in law, or that of its first office or place, as `supplierOf` has it.
  `create function invoiced_parties(reservation text) returns jsonb language sql stable as $$
    select jsonb_build_object(
      'vehicle', jsonb_build_object('brand_fa', brand.name_fa, 'brand_en', brand.name_en, 'brand_ar', brand.name_ar,
        'model_fa', model.name_fa, 'model_en', model.name_en, 'model_ar', model.name_ar,
        'trim_fa', "trim".name_fa, 'trim_en', "trim".name_en, 'trim_ar', "trim".name_ar),
      'company', company.name,
      'city', jsonb_build_object('name_fa', city.name_fa, 'name_en', city.name_en, 'name_ar', city.name_ar),
      'supplier', jsonb_build_object('legal_name', company.legal_name, 'legal_id', company.legal_id, 'tax_number', company.tax_number,
        'address', company.address, 'zip_code', company.zip_code, 'place', (
          select place.address from place where place.company_id = company.id
          order by place.kind = 'OFFICE' desc, place.position, place.id limit 1))
    )
    from reservation booked
    join company on company.id = booked.company_id
    join city on city.id = booked.city_id
    join ad on ad.id = booked.ad_id
    join brand on brand.id = ad.brand_id
    join model on model.id = ad.model_id
    left join "trim" on "trim".id = ad.trim_id
    where booked.id = reservation
  $$`,
  `update invoice set parties = invoiced_parties(payment.reservation_id)
    from payment where payment.id = invoice.payment_id and payment.reservation_id is not null`,
  `create function keep_invoiced_parties() returns trigger language plpgsql as $$
  begin
    update invoice set parties = (
      select invoiced_parties(payment.reservation_id) from payment where payment.id = new.payment_id
    ) where number = new.number;
    return null;
  end $$`,
  `create constraint trigger invoice_keeps_parties after insert on invoice deferrable initially deferred
    for each row execute function keep_invoiced_parties()`,
  `create trigger invoice_parties_stay before update on invoice for each row when (
      old.parties is not null and old.parties is distinct from new.parties
    ) execute function ledger_is_append_only()`,
]

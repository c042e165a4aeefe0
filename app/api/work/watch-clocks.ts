import type { PgBoss } from 'pg-boss'

const EVERY_MS = 15_000
/** Times that two clocks wrote are compared: more than this gets in the way of people. */
const MOST_APART_S = 60

/**
 * pg-boss notes when it last did its rounds, and at which minute it last sent a scheduled job; after the database's clock has gone back it does
 * neither until that time comes again. The mark of the rounds of each half minute, in the future, is how that is noticed: everything that
 * was noted in the future then counts as noted now.
 */
const START_AGAIN = `
  with back as (
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null
    where cron_on > now() + interval '1 second' returning version
  ), queues as (
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null from back
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now()
  ), jobs as (
    update pgboss.job set singleton_on = null, created_on = now(), start_after = now() + greatest(start_after - created_on, interval '0'),
      heartbeat_on = least(heartbeat_on, now())
    from back where created_on > now() or heartbeat_on > now()
  )
  select exists (select from back) as "wentBack", extract(epoch from clock_timestamp()) as now`

/**
 * Watches the database's clock: lets the queue go on after it has gone back, and says when it and this process's differ, and when they agree
 * again. Returns how that is stopped.
 */
export function watchClocks(boss: PgBoss, log: (line: string) => void): () => void {
  let isApart = false
  const watching = setInterval(() => void look(), EVERY_MS)
  return () => clearInterval(watching)

  async function look() {
    try {
      const { rows } = await boss.getDb().executeSql(START_AGAIN)
      const [{ wentBack, now }] = rows as [{ wentBack: boolean; now: string }]
      if (wentBack) log('background work: the clock of the database went back')
      compare(Math.round(Date.now() / 1000 - Number(now)))
    } catch (error) {
      log(`background work: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  function compare(aheadS: number) {
    const wasApart = isApart
    isApart = Math.abs(aheadS) > MOST_APART_S
    if (isApart && !wasApart)
      log(`this clock is ${Math.abs(aheadS)} s ${aheadS > 0 ? 'ahead of' : 'behind'} that of the database`)
    if (wasApart && !isApart) log('this clock and that of the database agree again')
  }
}

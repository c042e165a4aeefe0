import type { PgBoss } from 'pg-boss'

const EVERY_MS = 15_000
/** Times that two clocks wrote are compared: more than this gets in the way of people. */
const MOST_APART_S = 60

/**
 * pg-boss notes when it last did its rounds, and at which minute it last sent a scheduled job; after the database's clock has gone back it does
 * neither until that time comes again. That is noticed because `cron_on`, which is written every half minute, lies in the future: everything
 * that was noted in the future then counts as noted now. A job that was to start before it was made has its time from a site whose clock
 * did not go back, and keeps it.
 */
const START_AGAIN = `
  with back as (
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null
    where cron_on > now() + interval '1 second' returning version
  ), queues as (
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null from back
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now()
  ), jobs as (
    update pgboss.job set singleton_on = null, created_on = least(created_on, now()),
      start_after = case when created_on > now() and start_after >= created_on then now() + (start_after - created_on) else start_after end,
      started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    from back where greatest(created_on, started_on, heartbeat_on) > now()
  )
  select exists (select from back) as "wentBack", extract(epoch from clock_timestamp()) as now`

/**
 * Watches the database's clock: lets the queue go on after it has gone back, and says when it and this process's differ, and when they agree
 * again. Returns how that is stopped.
 */
export function watchClocks(boss: PgBoss, log: (line: string) => void): () => void {
  let isApart = false
  let isOver = false
  let next = setTimeout(look, EVERY_MS)
  return () => {
    isOver = true
    clearTimeout(next)
  }

  async function look() {
    try {
      const { rows } = await boss.getDb().executeSql(START_AGAIN)
      const [{ wentBack, now }] = rows as [{ wentBack: boolean; now: string }]
      if (wentBack) log('background work: the clock of the database went back')
      compare(Math.round(Date.now() / 1000 - Number(now)))
    } catch (error) {
      if (!isOver) log(`background work: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (!isOver) next = setTimeout(look, EVERY_MS)
  }

  function compare(aheadS: number) {
    const wasApart = isApart
    isApart = Math.abs(aheadS) > MOST_APART_S
    if (isApart && !wasApart)
      log(`this clock is ${Math.abs(aheadS)} s ${aheadS > 0 ? 'ahead of' : 'behind'} that of the database`)
    if (wasApart && !isApart) log('this clock and that of the database agree again')
  }
}

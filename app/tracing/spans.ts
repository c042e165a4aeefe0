import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

export type { Span }

/** Headers of the W3C by which a trace goes on in another process. */
export type Carrier = Partial<Record<'traceparent' | 'tracestate', string>>

type SpanOptions = {
  /** `outgoing`: somebody else is asked; `incoming`: somebody else asks; `job`: somebody asked earlier. */
  kind?: 'outgoing' | 'incoming' | 'job' | undefined
  /** Names and numbers of the product's own, never of people. */
  attributes?: Attributes
  /** The trace that this is a part of; without it, what runs now. */
  from?: Carrier | undefined
}

const KINDS = { outgoing: SpanKind.CLIENT, incoming: SpanKind.SERVER, job: SpanKind.CONSUMER }

/** Undefined while traces are off: then each function here does nothing, at the cost of one comparison. */
let tracer: Tracer | undefined

/** Makes spans in this graph of modules: the process has one, the site's build another. What sends them is `start-tracing.ts`. */
export function turnTracingOn(): void {
  tracer = trace.getTracer('savari')
}

export const isTracing = () => tracer !== undefined

/** Runs `work` as a span, which ends when it does; what fails unexpectedly is marked with the kind of error, never with its words. */
export function inSpan<Result>(name: string, options: SpanOptions, work: (span?: Span) => Result): Result {
  if (!tracer) return work()
  return runIn(startSpan(tracer, name, options), work, { ends: true })
}

/** Runs `work` in a span that its caller ends; undefined while traces are off. */
export function inOpenSpan<Result>(name: string, options: SpanOptions, work: (span?: Span) => Result): Result {
  if (!tracer) return work()
  return runIn(startSpan(tracer, name, options), work, { ends: false })
}

/** A span of what has just ended. */
export function noteSpan(name: string, ms: number, describe: () => Attributes, error?: string): void {
  if (!tracer) return
  const ended = performance.timeOrigin + performance.now()
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: ended - ms })
  if (span.isRecording()) span.setAttributes(describe())
  if (error) markFailed(span, error)
  span.end(ended)
}

/** Continues in a span after an event that does not belong to it. */
export function resume<Result>(span: Span | undefined, work: () => Result): Result {
  return span ? context.with(trace.setSpan(context.active(), span), work) : work()
}

/** What lets another process, or a job, go on with the trace that runs now; empty while there is none. */
export function carrierOf(): Carrier {
  const carrier: Carrier = {}
  if (tracer) propagation.inject(context.active(), carrier)
  return carrier
}

/** The trace that runs now, for a line of the log. */
export function currentTraceId(): string | undefined {
  if (!tracer) return undefined
  return trace.getActiveSpan()?.spanContext().traceId
}

/** Ends the span of a request that has been answered. */
export function endRequestSpan(
  span: Span,
  { name, status, attributes }: { name: string; status: number; attributes: Attributes },
) {
  span.updateName(name)
  span.setAttributes({ ...attributes, 'http.response.status_code': status })
  if (status >= 500) markFailed(span, String(status))
  span.end()
}

function startSpan(by: Tracer, name: string, { kind, attributes = {}, from }: SpanOptions): Span {
  const parent = from ? propagation.extract(ROOT_CONTEXT, from) : context.active()
  return by.startSpan(name, { ...(kind && { kind: KINDS[kind] }), attributes }, parent)
}

function runIn<Result>(span: Span, work: (span: Span) => Result, { ends }: { ends: boolean }): Result {
  const end = () => {
    if (ends) span.end()
  }
  const fail = (error: unknown): never => {
    if (isUnexpected(error)) markFailed(span, error.name)
    end()
    throw error
  }
  let result: Result
  try {
    result = context.with(trace.setSpan(context.active(), span), work, undefined, span)
  } catch (error) {
    return fail(error)
  }
  if (!(result instanceof Promise)) {
    end()
    return result
  }
  return result.then((value) => {
    end()
    return value
  }, fail) as Result
}

/** Refusals that a contract declares, redirects and missing pages are answers. */
function isUnexpected(error: unknown): error is Error {
  return error instanceof Error && !('status' in error && Number(error.status) < 500)
}

function markFailed(span: Span, type: string) {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', type)
}

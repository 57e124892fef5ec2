import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Parts } from '../../platform/wiring.ts'

/** Something a person has not finished. */
export interface OpenWorkItem {
  kind: 'appointment' | 'registration' | 'followUp'
  id: string
  clinicName: string
  patientName: string
  at: Date
  title: string
}

/** A module that gives people work tells here what of it is open, and passes it on. */
export interface OpenWorkSource {
  kind: OpenWorkItem['kind']
  /** What of it the person has before them; clinicId null: in every clinic of the company. */
  list(tx: TenantTx, employeeId: string, clinicId: string | null): Promise<OpenWorkItem[]>
  /** Who may take it: another doctor, or anybody of the clinic. */
  takenBy: 'doctor' | 'anybody'
  /** Gives one thing to somebody else of the session's clinic. Refuses with the reason. */
  handOver(context: ClinicContext, id: string, toId: string, reason: string): Promise<void>
}

const sourcesOf = (parts: Parts): readonly OpenWorkSource[] =>
  parts.parts('staff').flatMap(({ openWork }) => openWork ?? [])

/** Everything a person has not finished, the earliest first. */
export async function openWorkOf(tx: TenantTx, employeeId: string, clinicId: string | null): Promise<OpenWorkItem[]> {
  const found: OpenWorkItem[] = []
  for (const source of sourcesOf(tx)) found.push(...(await source.list(tx, employeeId, clinicId)))
  return found.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Who knows how work of a kind is passed on. */
export function openWorkSource(parts: Parts, kind: OpenWorkItem['kind']): OpenWorkSource {
  const source = sourcesOf(parts).find((each) => each.kind === kind)
  if (!source) throw new Error(`nobody tells open ${kind}s`)
  return source
}

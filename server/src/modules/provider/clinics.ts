import { today } from '@dentin/kit'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { paged } from '../../platform/http/page.ts'
import { clinicContact } from '../staff/index.ts'
import { lastSeenIn } from '../identity/index.ts'
import { standingOf, standingsOf } from '../membership/index.ts'
import { clinicUsage, type ClinicUsage } from '../reporting/index.ts'
import { clinicPlace, findClinics, type ClinicPlace } from './queries.ts'

const later = (a: Date | null, b: Date | null) => (a && b ? (a > b ? a : b) : (a ?? b))

/** What the console shows of clinics: names, numbers, standing. Each company is entered for its counts and left again. */
async function cardsOf(tx: PlatformTx, places: readonly ClinicPlace[]) {
  const ids = places.map((place) => place.clinicId)
  const on = today(tx.now)
  const seen = await lastSeenIn(tx, ids)
  const terms = await standingsOf(tx, ids)
  const usage = new Map<string, ClinicUsage>()
  for (const tenantId of new Set(places.map((place) => place.tenantId))) {
    const inside = await tx.enter(tenantId, 'all')
    const own = places.filter((place) => place.tenantId === tenantId).map((place) => place.clinicId)
    for (const [id, figures] of await clinicUsage(inside, own)) usage.set(id, figures)
  }
  return places.map(({ clinicId, clinicName, companyName, address }) => ({
    clinicId,
    clinicName,
    companyName,
    address,
    staff: usage.get(clinicId)?.staff ?? 0,
    patients: usage.get(clinicId)?.patients ?? 0,
    lastActiveAt: later(usage.get(clinicId)?.lastActiveAt ?? null, seen.get(clinicId) ?? null),
    standings: (['vip', 'medical'] as const).flatMap((kind) => {
      const term = terms.find((each) => each.clinicId === clinicId && each.kind === kind)
      if (!term && kind === 'medical') return []
      const { status, endDate, availableDays } = standingOf(term ?? null, on)
      return [{ kind, status, endDate, availableDays }]
    }),
  }))
}

/** One page of clinics with their figures. */
export async function clinicCards(tx: PlatformTx, ask: { keyword: string; pageNum: number; pageSize: number }) {
  const { list, total } = await findClinics(tx, ask)
  return paged({ list: await cardsOf(tx, list), total }, ask)
}

/** One clinic with whom to call. */
export async function clinicCard(tx: PlatformTx, clinicId: string) {
  const place = await clinicPlace(tx, clinicId)
  const [card] = await cardsOf(tx, [place])
  const { phone, administrators } = await clinicContact(await tx.enter(place.tenantId, 'all'), clinicId)
  return { ...(card as NonNullable<typeof card>), phone, administrators }
}

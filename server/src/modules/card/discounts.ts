import { cardStates } from '@dentin/contract/card'
import type { Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { cardsOfPatient, findCard, type CardRow } from './queries.ts'
import { refusalIn, rulesOf, type CardRules } from './rules.ts'

/** An item of a bill, as a card's rules see it: itself, and its category with the one above, the nearer first. */
export interface RuledItem {
  tariffId: string
  categories: readonly string[]
  /** What the price list says that members pay. */
  memberPrice: Fen | null
}

/** What a card gives on the items of a bill. */
export interface CardOffer {
  id: string
  cardNo: string
  typeName: string
  /** Of a card of the family: whose it pays from. */
  mainName: string | null
  /** Why it gives nothing now; '' when it does. */
  refusal: string
  /** One for each item. */
  lines: { memberPrice: Fen | null; percent: number }[]
}

/** The percentage of an item: its own, else of its category, else of the one above, else of everything. */
function percentOf({ discountRules }: CardRules, { tariffId: item, categories }: RuledItem): number {
  const ofCategory = (id: string | null) =>
    discountRules.find(({ categoryId, tariffId }) => tariffId === null && categoryId === id)
  const rule = [discountRules.find(({ tariffId }) => tariffId === item), ...[...categories, null].map(ofCategory)].find(
    (each) => each !== undefined,
  )
  return rule?.percent ?? 100
}

/** Why a card gives no member price now, in words; '' when it does. */
const refusalToGive = (status: number): string =>
  cardStates.may('pay', status) ? '' : `卡${cardStates.names[status] ?? '状态已变化'}，不享会员优惠`

/**
 * The cards of a patient that have member prices (their own, else those of the price list) or percentages, with what each gives on the items of a bill in a clinic. A card
 * of the family gives what its main card gives.
 * @param own the cards when they were read already
 */
export async function cardOffers(
  tx: TenantTx,
  clinicId: string,
  patientId: string,
  items: readonly RuledItem[],
  own?: readonly CardRow[],
): Promise<CardOffer[]> {
  const offers: CardOffer[] = []
  for (const card of own ?? (await cardsOfPatient(tx, patientId))) {
    if (cardStates.is(card.status, 'closed')) continue
    const main = card.mainCardId ? await findCard(tx, card.mainCardId) : card
    const rules = rulesOf(main.rules)
    // Whoever has bought uses of something is no member for that.
    const isMember = main.kind !== 3 && items.some(({ memberPrice }) => memberPrice !== null)
    if (rules.discountRules.length === 0 && rules.memberPrices.length === 0 && !isMember) continue
    offers.push({
      id: card.id,
      cardNo: card.cardNo,
      typeName: main.typeName,
      mainName: card.mainCardId ? main.patientName : null,
      refusal: refusalToGive(card.status) || refusalToGive(main.status) || refusalIn(clinicId, main),
      lines: items.map((item) => ({
        memberPrice:
          rules.memberPrices.find(({ tariffId }) => tariffId === item.tariffId)?.price ??
          (main.kind === 3 ? null : item.memberPrice),
        percent: percentOf(rules, item),
      })),
    })
  }
  return offers
}

/** A card as a bill names it. */
export async function cardNamed(
  tx: TenantTx,
  id: string,
): Promise<{ id: string; cardNo: string; typeName: string; status: number }> {
  const { cardNo, typeName, status } = await findCard(tx, id)
  return { id, cardNo, typeName, status }
}

import { cardMoves, cardMovesIn, cardRefundStates, cardStates, memberCard } from '@dentin/contract/card'
import { cardKinds, ruleFields } from '@dentin/contract/card-rules'
import { fen, fenToYuan, formatYuanText, yuanToFen } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { genderAge, ageYears } from '../../domain/person.ts'
import { newRequestId } from '../../lib/client.ts'
import { useRequestIds } from '../../lib/request-ids.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import {
  Avatar,
  Button,
  confirm,
  cx,
  EmptyState,
  ErrorLine,
  Icon,
  Menu,
  Money,
  Segmented,
  SkeletonRows,
  Tabs,
  Tag,
  TextButton,
  toast,
  useIsMobile,
  type MenuEntry,
} from '../../ui/index.ts'
import { deferred } from '../../lib/deferred.ts'
import { CardState } from './CardState.tsx'
import type { Asking, RenderPicker } from './CardDialogs.tsx'
import { printReceipt } from './links.ts'
import { RefundRows } from './RefundRows.tsx'
import { useCards, useCardSend, useRefunds, type Card, type Movement } from './hooks.ts'
import { discountWords, rightWords, signed, spaced } from './words.ts'
import s from './card.module.css'

const CardDialogs = deferred(async () => (await import('./CardDialogs.tsx')).CardDialogs)

export interface MemberCardsProps {
  patientId: string
  /** The way to a bill, and to another patient's cards. */
  billTo: (billId: string) => string
  cardsTo: (patientId: string) => string
  /** An invoice is asked for of a movement that brought money. */
  onInvoice: ((movementId: string) => void) | undefined
  renderPicker: RenderPicker
}

/** A patient's member cards: what each holds, what it may do, and each movement as a statement. */
export function MemberCards({ patientId, billTo, cardsTo, onInvoice, renderPicker }: MemberCardsProps) {
  const can = useCan()
  const found = useCards(patientId)
  const [chosen, choose] = useState<string | null>(null)
  const [asking, ask] = useState<Asking | null>(null)
  const { data, error } = found
  if (error && !data)
    return (
      <div className={s.gutter}>
        <ErrorLine onRetry={() => void found.refetch()} retrying={found.isFetching}>
          {error.message}
        </ErrorLine>
      </div>
    )
  if (!data) return <SkeletonRows rows={6} />
  const { cards } = data
  const card = cards.find(({ id }) => id === chosen) ?? cards[0]
  const open = can('/membercard:open') && (
    <Button variant={card ? 'default' : 'primary'} icon="plus" onClick={() => ask({ what: 'open' })}>
      开卡
    </Button>
  )
  return (
    <div className={s.page}>
      {card ? (
        <>
          <Tabs
            label="会员卡"
            inset="gutter"
            items={cards.map((each) => ({ key: each.id, label: `${each.typeName} ${each.cardNo.slice(-4)}` }))}
            value={card.id}
            onChange={choose}
            extra={open}
          />
          <OneCard key={card.id} card={card} ask={ask} billTo={billTo} cardsTo={cardsTo} onInvoice={onInvoice} />
        </>
      ) : (
        <EmptyState
          layout="stack"
          icon="crown"
          title="还没有会员卡"
          hint="开卡后可以充值、按会员价收费"
          action={open}
        />
      )}
      {asking && (
        <CardDialogs
          patientId={patientId}
          asking={asking}
          renderPicker={renderPicker}
          onClose={() => ask(null)}
          onOpened={choose}
        />
      )}
    </div>
  )
}

/** What a card holds, which opens its postings; the family's cards hold nothing of their own. */
function Held({ card, figure, yuan }: { card: Card; figure: 'card.principal' | 'card.bonus'; yuan: string | null }) {
  return (
    <Traced figure={figure} id={card.mainCardId ?? card.id} yuan={yuan}>
      <Money yuan={yuan} />
    </Traced>
  )
}

interface OneCardProps extends Omit<MemberCardsProps, 'patientId' | 'renderPicker'> {
  card: Card
  ask: (asking: Asking) => void
}

function OneCard({ card, ask, billTo, cardsTo, onInvoice }: OneCardProps) {
  const can = useCan()
  const cancel = useCardSend(memberCard.cancel)
  const refunds = useRefunds(card.id, '', 20).data?.list ?? []
  const refunding = refunds.some(({ status }) => cardRefundStates.is(status, 'open'))
  const { rules, status } = card
  const stores = card.kind === 1
  const isSub = card.mainCardId !== null
  const may = (step: Parameters<typeof cardStates.may>[0]) => cardStates.may(step, status)
  const total = card.principalAmount === null ? null : sumOf(card.principalAmount, card.bonusAmount)
  const manage = can('/membercard:manage')
  const end = async () => {
    const sure = await confirm({
      title: `注销 ${card.typeName} ${card.cardNo}？`,
      body: '注销后不能再用，也不能恢复',
      danger: true,
      okText: '注销',
    })
    if (sure) cancel.mutate({ id: card.id }, { onSuccess: () => toast.success('已注销') })
  }
  const entries: (MenuEntry | false)[] = [
    may('lose') && { key: 'lose', label: '挂失', onSelect: () => ask({ what: 'status', card, step: 'lose' }) },
    may('find') && { key: 'find', label: '解除挂失', onSelect: () => ask({ what: 'status', card, step: 'find' }) },
    may('freeze') && { key: 'freeze', label: '冻结', onSelect: () => ask({ what: 'status', card, step: 'freeze' }) },
    may('unfreeze') && {
      key: 'unfreeze',
      label: '解冻',
      onSelect: () => ask({ what: 'status', card, step: 'unfreeze' }),
    },
    may('replace') && {
      key: 'bind',
      label: cardStates.is(status, 'lost') ? '补卡' : '绑定实体卡',
      onSelect: () => ask({ what: 'bind', card }),
    },
    may('renew') && !isSub && { key: 'renew', label: '续期', onSelect: () => ask({ what: 'renew', card }) },
    may('change') &&
      !isSub &&
      card.kind !== 3 && { key: 'change', label: '换卡、升级', onSelect: () => ask({ what: 'change', card }) },
    may('transfer') &&
      stores &&
      !isSub && { key: 'transfer', label: '转账', onSelect: () => ask({ what: 'transfer', card }) },
    may('renew') &&
      !isSub && {
        key: 'password',
        label: card.hasPassword ? '改密码' : '设密码',
        onSelect: () => ask({ what: 'password', card }),
      },
    may('cancel') && { key: 'cancel', label: '注销', danger: true, onSelect: () => void end() },
  ]
  return (
    <>
      <section className={s.top} aria-label={card.typeName}>
        <div className={cx(s.face, s[`cover${rules.cover}`], cardStates.is(status, 'closed') && s.faceClosed)}>
          <div className={s.faceLine}>
            <span className={s.faceType}>
              <Icon name="crown" size={16} /> {card.typeName}
            </span>
            <span className="t-12">
              {cardStates.is(status, 'inUse') ? card.openClinicName : <CardState status={status} />}
            </span>
          </div>
          <div className={s.faceNo}>{spaced(card.cardNo)}</div>
          <div className={s.faceLine}>
            <span className="t-12">
              {card.mainName ? `用${card.mainName}的卡` : cardKinds[card.kind as 1 | 2 | 3 | 4]}
            </span>
            <span className="t-12 num">
              {card.openedAt.slice(0, 10)} 开卡　{card.expireDate ? `至 ${card.expireDate}` : '长期有效'}
            </span>
          </div>
        </div>
        <div className={s.holds}>
          <div className={s.figures}>
            {card.kind === 3 ? (
              <>
                <Figure
                  label="剩余次数"
                  value={
                    <Traced figure="card.times" id={card.id} yuan={String(card.timesLeft)}>
                      {`${card.timesLeft} 次`}
                    </Traced>
                  }
                  big
                />
                <Figure label="共" value={`${card.timesSold} 次`} />
                <Figure label="未用金额" value={<Money yuan={card.timesAmount} />} />
              </>
            ) : (
              <>
                <Figure label="可用余额" value={<Money yuan={total} />} big />
                <Figure label="本金" value={<Held card={card} figure="card.principal" yuan={card.principalAmount} />} />
                <Figure label="赠金" value={<Held card={card} figure="card.bonus" yuan={card.bonusAmount} />} />
              </>
            )}
            <Figure
              label="积分"
              value={
                <Traced figure="card.points" id={card.id} yuan={String(card.points)}>
                  <span className={cx(card.points < 0 && 'danger')}>{card.points}</span>
                  {card.points < 0 && <Tag tone="wait">已透支</Tag>}
                </Traced>
              }
            />
          </div>
          {stores && total !== null && (
            <SplitBar principal={card.principalAmount ?? '0.00'} bonus={card.bonusAmount ?? '0.00'} />
          )}
          {card.kind === 3 && <Pips left={card.timesLeft} of={card.timesSold} />}
          <Rules card={card} />
          {card.upgrade && (
            <p className="t-13">
              已达到升级条件，可以换成 <b>{card.upgrade.typeName}</b>
            </p>
          )}
          {!isSub && (
            <div className={s.actions}>
              {stores && can('/membercard:recharge') && may('recharge') && (
                <Button variant="primary" icon="plus" onClick={() => ask({ what: 'recharge', card })}>
                  充值
                </Button>
              )}
              {(can('/membercard:refund') || can('/membercard:refundAsk')) &&
                may('refund') &&
                !refunding &&
                (stores || card.kind === 3) && <Button onClick={() => ask({ what: 'refund', card })}>退卡</Button>}
              {manage && <More entries={entries} />}
              {card.undoable && can('/membercard:recharge') && (
                <TextButton tone="quiet" onClick={() => ask({ what: 'undo', card })}>
                  撤销刚才的充值
                </TextButton>
              )}
              {card.saleUndoable && can('/membercard:open') && (
                <TextButton tone="quiet" onClick={() => ask({ what: 'undoSale', card })}>
                  撤销开卡
                </TextButton>
              )}
            </div>
          )}
          {isSub && manage && (
            <div className={s.actions}>
              <More entries={entries} />
            </div>
          )}
        </div>
      </section>
      <section className={s.middle}>
        <Rights card={card} billTo={billTo} />
        {stores && !isSub && (
          <Family
            card={card}
            mayAdd={manage && rules.shareKin && may('pay')}
            mayEnd={manage}
            ask={ask}
            cardsTo={cardsTo}
          />
        )}
      </section>
      {refunds.length > 0 && (
        <section className={s.statement} aria-label="退卡">
          <h3 className="t-14 bold">退卡</h3>
          <RefundRows papers={refunds} />
        </section>
      )}
      <Statement card={card} billTo={billTo} onInvoice={onInvoice} />
      <Changes card={card} />
    </>
  )
}

const sumOf = (a: string, b: string | null): string => fenToYuan(fen(yuanToFen(a) + yuanToFen(b ?? '0.00')))

function Figure({ label, value, big }: { label: string; value: ReactNode; big?: boolean }) {
  return (
    <div className={s.figure}>
      <div className="t-12 tertiary">{label}</div>
      <div className={cx('num', big ? s.figureBig : s.figureNumber)}>{value}</div>
    </div>
  )
}

/** Principal and bonus as one bar in two tones. */
function SplitBar({ principal, bonus }: { principal: string; bonus: string }) {
  const [p, b] = [Number(principal), Number(bonus)]
  return (
    <div className={s.bar} role="img" aria-label={`本金 ${formatYuanText(principal)}，赠金 ${formatYuanText(bonus)}`}>
      <span className={s.barPrincipal} style={{ flexGrow: p }} />
      <span className={s.barBonus} style={{ flexGrow: b }} />
    </div>
  )
}

const MOST_PIPS = 24

/** The uses of a times card, those that are left in colour. */
function Pips({ left, of }: { left: number; of: number }) {
  if (of > MOST_PIPS) return null
  return (
    <div className={s.pips} role="img" aria-label={`共 ${of} 次，剩 ${left} 次`}>
      {Array.from({ length: of }, (_, n) => (
        <span key={n} className={cx(s.pip, n >= of - left && s.pipLeft)} />
      ))}
    </div>
  )
}

function More({ entries }: { entries: (MenuEntry | false)[] }) {
  const shown = entries.filter((each): each is MenuEntry => each !== false)
  if (shown.length === 0) return null
  return (
    <Menu items={shown}>
      <Button iconRight="chevron-down">更多</Button>
    </Menu>
  )
}

/** What a card may do, in one line. */
function Rules({ card }: { card: Card }) {
  const { rules } = card
  const facts: [string, string][] = []
  if (card.kind === 1) {
    facts.push(['扣款', ruleFields.useOrder.words[rules.useOrder] ?? ''])
    facts.push(['赠金上限', rules.maxBonusRatio === 100 ? '不限' : `每单 ${rules.maxBonusRatio} %`])
  }
  if (card.kind === 3 && rules.singlePrice !== null) facts.push(['单次原价', formatYuanText(rules.singlePrice)])
  if (card.hasPassword && rules.passwordAbove !== null)
    facts.push(['密码', `${formatYuanText(rules.passwordAbove)} 以上`])
  if (rules.pointsRate > 0) facts.push(['积分', `每百元 ${rules.pointsRate} 分`])
  if (card.salesName) facts.push(['销售', card.salesName])
  return (
    <div className={s.facts}>
      {facts.map(([label, value]) => (
        <span key={label}>
          <span className="tertiary">{label}</span> {value}
        </span>
      ))}
    </div>
  )
}

/** What the card brings beside its balance: prices, and rights that are used up within their period. */
function Rights({ card, billTo }: { card: Card; billTo: (billId: string) => string }) {
  const can = useCan()
  const { data } = useCall(memberCard.memberRights, { id: card.id })
  const log = useCall(memberCard.rightUses, { id: card.id }).data ?? []
  const use = useCardSend(memberCard.spendRight)
  const undo = useCardSend(memberCard.undoRight)
  const rows: { name: string; value: string }[] = [
    ...(data?.discounts.map(({ name, percent }) => ({ name, value: discountWords(percent) })) ?? []),
    ...(data?.prices.map(({ name, price }) => ({ name, value: `会员价 ${formatYuanText(price)}` })) ?? []),
    ...(data && data.excluded.length > 0 ? [{ name: '赠金不可用', value: data.excluded.join('、') }] : []),
  ]
  const rights = data?.rights ?? []
  const mayUse = (can('/membercard:manage') || can('/orderSet:charge')) && cardStates.may('pay', card.status)
  const ids = useRequestIds()
  const spend = async (name: string) => {
    const sure = await confirm({ title: `使用一次「${name}」？`, body: '会记在这张卡的权益记录里', okText: '使用' })
    if (sure)
      use.mutate(
        { id: card.id, name, requestId: ids.of(`right ${name}`, { id: card.id, name }) },
        {
          onSuccess: (done) => {
            ids.done(`right ${name}`)
            toast.success(`已使用，本期还剩 ${done.left} 次`)
          },
        },
      )
  }
  const giveBack = async (id: string, name: string) => {
    const sure = await confirm({ title: `退回这次「${name}」？`, body: '次数会加回来', okText: '退回' })
    if (sure)
      undo.mutate(
        { useId: id, reason: '记错', requestId: newRequestId() },
        { onSuccess: () => toast.success('已退回') },
      )
  }
  return (
    <div className={s.block}>
      <h3 className="t-14 bold">权益</h3>
      {data && rows.length + rights.length === 0 && <p className="t-13 tertiary">这种卡没有另外的权益</p>}
      <ul className={s.plain}>
        {rows.map(({ name, value }) => (
          <li key={`${name}${value}`} className={s.line}>
            <span>{name}</span>
            <span className="secondary">{value}</span>
          </li>
        ))}
        {rights.map((right) => (
          <li key={right.name} className={s.line}>
            <span>{right.name}</span>
            <span className="secondary">
              {rightWords(right)}　剩 {right.left} 次{' '}
              {mayUse && right.left > 0 && (
                <TextButton disabled={use.isPending} onClick={() => void spend(right.name)}>
                  使用
                </TextButton>
              )}
            </span>
          </li>
        ))}
        {log.map((each) => (
          <li key={each.id} className={cx(s.line, 't-12')}>
            <span className="tertiary num">
              {each.createdAt.slice(0, 16)}　{each.qty > 0 ? '使用' : '退回'} {each.name}　{each.operatorName}
            </span>
            <span className="secondary">
              {each.billId && <Link to={billTo(each.billId)}>{each.billNo}</Link>}{' '}
              {each.isUndone
                ? '已退回'
                : each.qty > 0 &&
                  can('/membercard:manage') && (
                    <TextButton tone="quiet" onClick={() => void giveBack(each.id, each.name)}>
                      退回
                    </TextButton>
                  )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Family({
  card,
  mayAdd,
  mayEnd,
  ask,
  cardsTo,
}: {
  card: Card
  mayAdd: boolean
  mayEnd: boolean
  ask: (asking: Asking) => void
  cardsTo: (patientId: string) => string
}) {
  return (
    <div className={s.block}>
      <div className={s.blockHead}>
        <h3 className="t-14 bold">家庭卡</h3>
        {mayAdd && <TextButton onClick={() => ask({ what: 'relation', card })}>加副卡</TextButton>}
      </div>
      {card.subCards.length === 0 && (
        <p className="t-13 tertiary">{card.rules.shareKin ? '还没有副卡，亲属可以共用余额' : '这种卡不能给亲属共用'}</p>
      )}
      <ul className={s.plain}>
        {card.subCards.map((sub) => (
          <li key={sub.id} className={s.line}>
            <span className={s.person}>
              <Avatar gender={sub.gender} age={ageYears(sub.birthDay)} size={24} />
              <Link to={cardsTo(sub.patientId)}>{sub.patientName}</Link>
              <span className="t-12 tertiary">
                {genderAge(sub)}　副卡 {sub.cardNo.slice(-4)}
              </span>
            </span>
            <span className={s.person}>
              {sub.dayLimit !== null && (
                <span className="t-12 tertiary">
                  每日 <b className="num">{formatYuanText(sub.dayLimit)}</b>
                </span>
              )}
              <CardState status={sub.status} />
              {mayEnd && cardStates.may('limit', sub.status) && (
                <TextButton aria-label={`改${sub.patientName}的每日限额`} onClick={() => ask({ what: 'limit', sub })}>
                  改限额
                </TextButton>
              )}
              {mayEnd && cardStates.may('cancel', sub.status) && (
                <TextButton aria-label={`停用${sub.patientName}的副卡`} onClick={() => ask({ what: 'endSub', sub })}>
                  停用
                </TextButton>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const moveTones: Record<number, 'brand' | 'member' | 'muted' | 'wait'> = {
  1: 'brand',
  2: 'brand',
  4: 'brand',
  5: 'wait',
  9: 'member',
  10: 'wait',
}
const kinds = [
  { value: 'all', label: '全部' },
  { value: 'money', label: '本金赠金' },
  { value: 'times', label: '次数' },
  { value: 'points', label: '积分' },
] as const

/** Every movement with what the card held then, and at the foot that it all comes to the balance. */
function Statement({ card, ...papers }: { card: Card } & Papers) {
  const mobile = useIsMobile()
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('all')
  const [size, setSize] = useState(20)
  const found = useCall(memberCard.expendList, { id: card.id, kind, pageNum: 1, pageSize: size })
  const { data, error } = found
  const times = card.kind === 3
  return (
    <section className={s.statement} aria-label="流水">
      <div className={s.statementHead}>
        <h3 className="t-14 bold">流水</h3>
        <Segmented label="流水" size="sm" options={kinds} value={kind} onChange={setKind} />
        {card.mainCardId === null && data?.sums && (
          <Link to={`/print/cardStatement/${card.id}?patientId=${card.patientId}`} target="_blank" className="t-13">
            打印对账单
          </Link>
        )}
        <span className={s.agrees}>
          {card.agrees ? (
            <span className={s.good}>
              <Icon name="check" size={14} /> 流水合计等于余额
            </span>
          ) : (
            <span className="danger">流水合计与余额不符，请联系管理员核对</span>
          )}
        </span>
      </div>
      {error && !data && <ErrorLine onRetry={() => void found.refetch()}>{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={4} />}
      {data?.sums === null && <p className="t-13 tertiary">没有查看金额的权限</p>}
      {data?.sums &&
        (mobile ? (
          <ul className={s.plain}>
            {data.list.map((row) => (
              <li key={row.id} className={s.moveCard}>
                <span className={s.memberLine}>
                  <MoveType row={row} />
                  <span className="num bold">
                    {times ? `${row.timesDelta} 次` : signed(sumOf(row.principalDelta, row.bonusDelta))}
                  </span>
                </span>
                <span className={s.memberLine}>
                  <span className="t-12 tertiary num">{row.createdAt.slice(0, 16)}</span>
                  <span className="t-12 tertiary num">
                    本金 {signed(row.principalDelta)}　赠金 {signed(row.bonusDelta)}
                  </span>
                </span>
                <Paper row={row} {...papers} />
              </li>
            ))}
          </ul>
        ) : (
          <table className={s.table}>
            <thead>
              <tr>
                <th scope="col">时间</th>
                <th scope="col">类型</th>
                <th scope="col">单据</th>
                {times && (
                  <th scope="col" className={s.right}>
                    次数
                  </th>
                )}
                {times && (
                  <th scope="col" className={s.right}>
                    余次
                  </th>
                )}
                {!times && (
                  <th scope="col" className={s.right}>
                    本金
                  </th>
                )}
                {!times && (
                  <th scope="col" className={s.right}>
                    赠金
                  </th>
                )}
                {!times && (
                  <th scope="col" className={s.right}>
                    本金余
                  </th>
                )}
                {!times && (
                  <th scope="col" className={s.right}>
                    赠金余
                  </th>
                )}
                <th scope="col" className={s.right}>
                  积分
                </th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((row) => (
                <tr key={row.id} className={cx(row.undone && s.undone)}>
                  <td className="num secondary">{row.createdAt.slice(0, 16)}</td>
                  <td>
                    <MoveType row={row} />
                  </td>
                  <td>
                    <Paper row={row} {...papers} />
                  </td>
                  {times && <td className={s.right}>{row.timesDelta || '—'}</td>}
                  {times && <td className={s.right}>{row.timesAfter}</td>}
                  {!times && (
                    <td className={cx(s.right, s.delta, Number(row.principalDelta) > 0 && s.gain)}>
                      {signed(row.principalDelta)}
                    </td>
                  )}
                  {!times && (
                    <td className={cx(s.right, Number(row.bonusDelta) > 0 && s.gain)}>{signed(row.bonusDelta)}</td>
                  )}
                  {!times && <td className={s.right}>{formatYuanText(row.principalAfter)}</td>}
                  {!times && <td className={s.right}>{formatYuanText(row.bonusAfter)}</td>}
                  <td className={s.right}>
                    {row.pointsDelta === 0 ? '' : row.pointsDelta > 0 ? `+${row.pointsDelta}` : `−${-row.pointsDelta}`}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  {data.total} 笔合计
                </th>
                {times && <td className={s.right}>{data.sums.times}</td>}
                {times && <td className={s.right}>—</td>}
                {!times && <td className={s.right}>{formatYuanText(data.sums.principal)}</td>}
                {!times && <td className={s.right}>{formatYuanText(data.sums.bonus)}</td>}
                {!times && <td className={s.right}>—</td>}
                {!times && <td className={s.right}>—</td>}
                <td className={s.right}>{data.sums.points}</td>
              </tr>
            </tfoot>
          </table>
        ))}
      {data?.sums && data.list.length === 0 && <p className="t-13 tertiary">没有这样的流水</p>}
      {data && data.total > data.list.length && (
        <Button size="sm" onClick={() => setSize((now) => Math.min(200, now + 60))}>
          再看更早的
        </Button>
      )}
    </section>
  )
}

const MoveType = ({ row }: { row: Movement }) => (
  <Tag tone={moveTones[row.type] ?? 'muted'}>
    {row.reversesId ? '撤销' : ''}
    {cardMoves[row.type as keyof typeof cardMoves]}
  </Tag>
)

/** Where the paper of a movement leads. */
interface Papers {
  billTo: (billId: string) => string
  onInvoice: ((movementId: string) => void) | undefined
}

function Paper({ row, billTo, onInvoice }: { row: Movement } & Papers) {
  const mayPrint = useCan()('/orderSet:print')
  const wasPaid = cardMovesIn.includes(row.type) && row.ways.length > 0 && !row.undone && row.reversesId === null
  return (
    <span className={s.paper}>
      {row.billId ? (
        <Link to={billTo(row.billId)}>{row.bizNo}</Link>
      ) : (
        row.bizNo && <span className="num">{row.bizNo}</span>
      )}
      {row.ways.length > 0 && (
        <span>{row.ways.map(({ name, amount }) => `${name} ${formatYuanText(amount)}`).join('、')}</span>
      )}
      {row.subName && <span className="t-12 tertiary">副卡 {row.subName}</span>}
      {row.remark && <span className="t-12 tertiary">{row.remark}</span>}
      {row.undone && <span className="t-12 tertiary">已撤销</span>}
      <span className="t-12 tertiary">
        {row.operatorName}
        {row.salesName && `　销售 ${row.salesName}`}
      </span>
      {wasPaid && mayPrint && (
        <TextButton className="t-12" onClick={() => printReceipt(row.id)}>
          打印收据
        </TextButton>
      )}
      {wasPaid && onInvoice && (
        <TextButton className="t-12" onClick={() => onInvoice(row.id)}>
          开票
        </TextButton>
      )}
    </span>
  )
}

const changeNames: Record<string, string> = {
  type: '卡种',
  number: '卡号',
  status: '状态',
  expiry: '有效期',
  relation: '副卡',
  limit: '副卡限额',
  password: '密码',
}

/** What became of the card beside its balance. */
function Changes({ card }: { card: Card }) {
  const { data } = useCall(memberCard.changeLog, { id: card.id })
  if (!data || data.length === 0) return null
  return (
    <section className={s.statement} aria-label="变更">
      <h3 className="t-14 bold">变更</h3>
      <ul className={s.plain}>
        {data.map((row) => (
          <li key={row.id} className={s.line}>
            <span>
              <span className="num secondary">{row.createdAt.slice(0, 16)}</span>　{changeNames[row.what] ?? row.what}　
              {row.beforeText || '无'} → {row.afterText || '无'}
              {Number(row.priceDiff) > 0 && `　补 ${formatYuanText(row.priceDiff)}`}
            </span>
            <span className="t-12 tertiary">
              {row.reason}　{row.operatorName}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

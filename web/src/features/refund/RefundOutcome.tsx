import { billStates } from '@dentin/contract/core/status'
import { formatYuanText } from '@dentin/kit/money'
import { Money, StatusTag, Tag } from '../../ui/index.ts'
import { wayName, type RefundPreview } from './hooks.ts'
import s from './refund.module.css'

/** What everybody gets: the patient, the bill, the doctors, and who has to agree. */
export function RefundOutcome({ preview, empty }: { preview: RefundPreview; empty: boolean }) {
  const backs = preview.ways.filter((way) => Number(way.back) > 0)
  const moved = preview.doctors.filter((each) => each.before !== each.after)
  const cleared = Number(preview.arrears) > 0
  return (
    <>
      <div className={s.sideHead}>
        <span className="t-13 secondary">退给患者</span>
        <Tag icon="clock">试算，未入账</Tag>
      </div>
      <div className={s.sum}>
        <span className={s.yen}>¥</span>
        <span className="t-40 num">{formatYuanText(preview.refunded)}</span>
      </div>
      <p className="t-13 secondary">{empty ? '勾选要退的项目，先算给你看' : preview.amountInWords}</p>
      {backs.length > 0 && (
        <dl className={s.targets}>
          {backs.map((way) => (
            <div key={`${way.paymentId}${way.part}`}>
              <dt>到{wayName(way)}</dt>
              <dd>
                <Money yuan={way.back} strong />
              </dd>
              <dd className="t-12 tertiary">{way.payTime.slice(5, 16)} 收的</dd>
            </div>
          ))}
        </dl>
      )}
      {(cleared || Number(preview.arrearsBefore) > 0) && (
        <section className={s.block}>
          <h3>欠费</h3>
          <p className={s.fact}>
            <span>先冲减欠费</span>
            <span className="num">
              {formatYuanText(preview.arrearsBefore)} → <b>{formatYuanText(preview.arrearsAfter)}</b>
            </span>
          </p>
        </section>
      )}
      {preview.cards.map((card) => (
        <CardAfter key={card.cardId} card={card} />
      ))}
      {preview.coupons.length > 0 && (
        <section className={s.block}>
          <h3>优惠券</h3>
          {preview.coupons.map(({ id, name, lapses }) => (
            <p key={id} className={s.fact}>
              <span>{name}</span>
              <span>{lapses ? '已过期，作废' : '退回给患者'}</span>
            </p>
          ))}
        </section>
      )}
      {preview.rights.length > 0 && (
        <section className={s.block}>
          <h3>卡权益</h3>
          {preview.rights.map(({ id, name }) => (
            <p key={id} className={s.fact}>
              <span>{name}</span>
              <span>退回 1 次</span>
            </p>
          ))}
        </section>
      )}
      {moved.length > 0 && (
        <section className={s.block}>
          <h3>业绩，记在今天</h3>
          {moved.map((each) => (
            <p key={each.doctorId ?? ''} className={s.fact}>
              <span>{each.doctorName || '门诊'}</span>
              <span className="num">
                {formatYuanText(each.before)} → <b>{formatYuanText(each.after)}</b>
              </span>
            </p>
          ))}
          <p className="t-12 tertiary">收款那天的日报不变</p>
        </section>
      )}
      <section className={s.block}>
        <p className={s.fact}>
          <span>账单状态</span>
          <StatusTag kind="bill" value={empty ? preview.billStatus : preview.statusAfter} />
        </p>
        <p className={s.fact}>
          <span>审批</span>
          <span>
            {!empty && !preview.approval.needed
              ? '不到审批金额，不用审批'
              : !empty && Number(preview.elsewhere.amount) > 0
                ? `不能原路退，须${preview.approval.approvers.join('、') || '另一位有审批权限的人'}同意`
                : `${formatYuanText(preview.approval.from)} 起，须${preview.approval.approvers.join('、') || '另一位有审批权限的人'}同意`}
          </span>
        </p>
        {billStates.is(preview.billStatus, 'partRefunded') && <p className="t-12 tertiary">这张账单以前退过费</p>}
      </section>
    </>
  )
}

type CardGets = RefundPreview['cards'][number]

/** What a card gets back or gives, and what it holds then. */
function CardAfter({ card }: { card: CardGets }) {
  const points = [
    ...(card.pointsBack > 0 ? [`退回 ${card.pointsBack}`] : []),
    ...(card.pointsTaken > 0 ? [`收回 ${card.pointsTaken}`] : []),
  ]
  const rows = [
    ...(Number(card.principal) > 0
      ? [{ name: '本金', change: `+${formatYuanText(card.principal)}`, after: formatYuanText(card.principalAfter) }]
      : []),
    ...(Number(card.bonus) > 0
      ? [{ name: '赠金', change: `+${formatYuanText(card.bonus)}`, after: formatYuanText(card.bonusAfter) }]
      : []),
    ...(card.times > 0 ? [{ name: '次数', change: `+${card.times} 次`, after: `${card.timesAfter} 次` }] : []),
    ...(points.length > 0 ? [{ name: '积分', change: points.join('，'), after: String(card.pointsAfter) }] : []),
  ]
  return (
    <section className={s.block}>
      <h3>
        {card.typeName} <span className="t-12 tertiary num">尾号 {card.cardNo.slice(-4)}</span>
      </h3>
      {rows.map(({ name, change, after }) => (
        <p key={name} className={s.fact}>
          <span>{name}</span>
          <span className="num">
            {change} → <b>{after}</b>
          </span>
        </p>
      ))}
    </section>
  )
}

import { memberCard } from '@dentin/contract/card'
import type { WireOutput } from '@dentin/contract/core/call'
import { fen, fenToYuan, yuanToFen } from '@dentin/kit/money'
import { Link, useNavigate } from 'react-router'
import { genderAge } from '../../domain/person.ts'
import { useLive } from '../../lib/live.ts'
import { useCall } from '../../lib/query.ts'
import { EmptyState, Money, Tag, Toolbar, useUrlState } from '../../ui/index.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { signed, spaced } from './words.ts'
import s from './card.module.css'

type Mismatch = WireOutput<typeof memberCard.mismatches>['list'][number]
const off = (held: string, logged: string): string => fenToYuan(fen(yuanToFen(held) - yuanToFen(logged)))

/** By how much what a card holds is not what its movements come to, part by part. */
function differences({ held, logged }: Mismatch): string {
  const [principal, bonus] = [off(held.principal, logged.principal), off(held.bonus, logged.bonus)]
  return [
    Number(principal) !== 0 && `本金 ${signed(principal)}`,
    Number(bonus) !== 0 && `赠金 ${signed(bonus)}`,
    held.points !== logged.points && `积分 ${held.points - logged.points}`,
    held.times !== logged.times && `次数 ${held.times - logged.times}`,
  ]
    .filter(Boolean)
    .join('　')
}

/** Cards whose movements do not come to what they hold, for whoever has to find out why. */
export function Mismatches({ cardsTo }: { cardsTo: (patientId: string) => string }) {
  const navigate = useNavigate()
  const [url, set] = useUrlState(pageCodecs)
  useLive(['memberCard'], [memberCard.mismatches])
  const found = useCall(memberCard.mismatches, { pageNum: url.page, pageSize: url.size })
  const columns: Column<Mismatch>[] = [
    {
      key: 'card',
      title: '卡号',
      width: 160,
      locked: true,
      render: (row) => (
        <Link className="num" to={cardsTo(row.patientId)}>
          {spaced(row.cardNo)}
        </Link>
      ),
    },
    {
      key: 'who',
      title: '姓名',
      width: 150,
      render: (row) => (
        <>
          <span className="bold">{row.patientName}</span> <span className="t-12 tertiary">{genderAge(row)}</span>
        </>
      ),
    },
    { key: 'type', title: '卡种', width: 120, render: (row) => <Tag tone="member">{row.typeName}</Tag> },
    {
      key: 'held',
      title: '卡内本金',
      width: 112,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.held.principal} />,
    },
    {
      key: 'logged',
      title: '流水本金',
      width: 112,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.logged.principal} />,
    },
    {
      key: 'heldBonus',
      title: '卡内赠金',
      width: 112,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.held.bonus} />,
    },
    {
      key: 'loggedBonus',
      title: '流水赠金',
      width: 112,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.logged.bonus} />,
    },
    {
      key: 'off',
      title: '相差',
      width: 220,
      render: (row) => <span className="danger num">{differences(row)}</span>,
    },
    { key: 'clinic', title: '开卡门诊', width: 140, render: (row) => row.openClinicName },
    {
      key: 'moved',
      title: '最后一笔',
      width: 156,
      numeric: true,
      render: (row) => row.lastMovedAt?.slice(0, 16) ?? '没有流水',
    },
  ]
  return (
    <>
      <Toolbar>
        <span className="t-13 secondary">流水合计与卡内余额不符的卡。查清之前不要手工调整，请联系管理员核对。</span>
      </Toolbar>
      <DataTable<Mismatch>
        label="对账异常"
        columns={columns}
        keyOf={(row) => row.id}
        onOpen={(row) => void navigate(cardsTo(row.patientId))}
        {...pagedProps(found, url, set, { what: '对账异常', noun: '张卡' })}
        empty={
          <EmptyState layout="stack" icon="check" title="流水与余额都相符" hint="每张卡的流水合计都等于卡内余额" />
        }
        mobile={(row) => (
          <div className={s.memberCard}>
            <span className={s.memberLine}>
              <span className="bold">{row.patientName}</span>
              <span className="t-12 tertiary num">{spaced(row.cardNo)}</span>
            </span>
            <span className="danger t-13 num">{differences(row)}</span>
          </div>
        )}
      />
    </>
  )
}

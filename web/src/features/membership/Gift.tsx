import { useNavigate } from 'react-router'
import { Button, Icon } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { giftWords } from './model.ts'
import s from './membership.module.css'

/** After the first sign-in: the platform has given days. */
export function Gift({ endDate, onClose }: { endDate: string; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open
      title="会员赠送"
      onClose={onClose}
      footer={
        <div className={s.payFoot}>
          <span className={s.grow} />
          <Button
            onClick={() => {
              onClose()
              void navigate('/vipInfoDetail')
            }}
          >
            查看会员
          </Button>
          <Button variant="primary" onClick={onClose}>
            开始使用
          </Button>
        </div>
      }
    >
      <div className={s.result}>
        <span className={s.giftIcon}>
          <Icon name="crown" size={40} />
        </span>
        <p className="t-18">{giftWords(endDate)}</p>
        <p className="t-14 secondary">到期前会提醒您续费；到期后已有的数据照常查看和记录。</p>
      </div>
    </Dialog>
  )
}

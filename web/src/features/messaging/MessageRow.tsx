import { messageCategories } from '@dentin/contract/messaging'
import { shortMoment } from '../../lib/when.ts'
import { cx, Icon } from '../../ui/index.ts'
import { categoryIcons, type Message } from './model.ts'
import s from './messaging.module.css'

/** One message as a button: what it is about, how it begins, when it came; a dot while it is unread. */
export function MessageRow({ message, open, onOpen }: { message: Message; open?: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={cx(s.row, open && s.open)}
      aria-expanded={message.link ? undefined : open}
      onClick={onOpen}
    >
      <span className={s.icon}>
        <Icon name={categoryIcons[message.category]} size={18} />
        {!message.read && <span className={s.dot} />}
      </span>
      <span className={s.words}>
        <span className={s.head}>
          <span className={cx(s.title, !message.read && 'bold')}>
            {!message.read && <span className="sr-only">未读，</span>}
            {message.title}
          </span>
          <span className={cx('t-12 tertiary num', s.when)}>{shortMoment(message.createdAt)}</span>
        </span>
        {message.body && <span className={s.body}>{message.body}</span>}
        {open && <span className="t-12 tertiary">{messageCategories[message.category]}</span>}
      </span>
      {message.link && (
        <span className={s.go}>
          <Icon name="chevron-right" size={16} />
        </span>
      )}
    </button>
  )
}

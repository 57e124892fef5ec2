import { saveFile } from '../../lib/save-file.ts'
import { Button, Notice, toast } from '../../ui/index.ts'
import s from './provider.module.css'

/** One-time codes in the place of a lost phone; shown once, so that they are written down or kept as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const save = () => saveFile(new Blob([`Dentin 平台控制台恢复码（每个只能用一次）\n\n${text}\n`]), 'dentin-恢复码.txt')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast.success('已复制')
  }
  return (
    <div className={s.stack}>
      <Notice tone="wait" icon="alert">
        恢复码只显示这一次。手机丢失时，每个可以代替一次动态口令。
      </Notice>
      <ul className={s.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code} className="num">
            {code}
          </li>
        ))}
      </ul>
      <div className={s.actions}>
        <Button icon="download" onClick={save}>
          保存为文件
        </Button>
        <Button icon="copy" onClick={() => void copy()}>
          复制
        </Button>
      </div>
    </div>
  )
}

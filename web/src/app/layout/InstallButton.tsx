import { useSyncExternalStore } from 'react'
import { install } from '../../lib/install.ts'
import { Button, IconButton } from '../../ui/index.ts'

/** 安装到桌面, while the browser offers it. */
export function InstallButton({ narrow }: { narrow: boolean }) {
  const offered = useSyncExternalStore(install.subscribe, install.offered)
  if (!offered) return null
  const ask = () => void install.ask()
  return narrow ? (
    <IconButton icon="download" label="安装到桌面" size="sm" iconSize={17} onClick={ask} />
  ) : (
    <Button size="sm" icon="download" block onClick={ask}>
      安装到桌面
    </Button>
  )
}

import { toast } from 'react-hot-toast/headless';
import { Button, type ButtonProps } from './button.tsx';
import { HintedButton } from './hinted-button.tsx';
import { Icon } from '../icon.tsx';

interface Props extends Pick<ButtonProps, 'variant' | 'children' | 'aria-label'> {
  text: string;
  /** Said once the text is in the clipboard. */
  done: string;
}

export function CopyButton({ text, done, children, 'aria-label': label, ...button }: Props) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  };
  const look = { ...button, onClick: () => void copy() };
  const icon = <Icon name="copy" />;
  if (label !== undefined && children === undefined)
    return (
      <HintedButton label={label} {...look}>
        {icon}
      </HintedButton>
    );
  return (
    <Button aria-label={label} {...look}>
      {icon}
      {children}
    </Button>
  );
}

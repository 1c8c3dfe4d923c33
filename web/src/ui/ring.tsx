import { Icon } from './icon.tsx';

export const Ring = () => <Icon name="ring" />;

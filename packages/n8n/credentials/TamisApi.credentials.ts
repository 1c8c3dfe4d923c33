import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

export class TamisApi implements ICredentialType {
  name = 'tamisApi';
  displayName = 'Tamis API';
  icon: Icon = { light: 'file:../icons/tamis.svg', dark: 'file:../icons/tamis.dark.svg' };
  documentationUrl = 'https://tamis.example/docs/';
  properties: INodeProperties[] = [
    {
      displayName: 'URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://tamis.example',
      description: 'Address of the service',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A key from the API page with the scopes check, lists, read and webhooks',
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'x-api-key': '={{$credentials.apiKey}}' } },
  };
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/credits' },
  };
}
